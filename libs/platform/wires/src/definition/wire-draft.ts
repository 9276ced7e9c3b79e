/** What a wire does, as a client wrote it: not checked yet. */
export interface WireDraft {
  readonly event: string;
  readonly condition: string | null;
  readonly action: string;
  readonly record: string | null;
  readonly input: Readonly<Record<string, unknown>>;
}
