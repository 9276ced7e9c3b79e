/** What applying a plan does, or would do. */
export interface ApplyReport {
  readonly created: readonly { readonly id?: string; readonly path: string }[];
  readonly updated: readonly { readonly path: string; readonly fields?: readonly string[] }[];
  readonly orphaned: readonly { readonly path: string; readonly removed: boolean }[];
}

/** The ids of what was created. */
export function createdIds({ created }: ApplyReport): readonly string[] {
  return created.flatMap(({ id }) => id ?? []);
}
