/** What a wire does, as somebody wrote it. */
export interface WireDraft {
  readonly event: string;
  readonly condition: string | null;
  readonly action: string;
  readonly record: string | null;
  readonly input: Readonly<Record<string, unknown>>;
}
