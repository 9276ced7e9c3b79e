import type { WorkspaceAccess } from '@cubit/core';

/** What of a saved view an export follows. */
export interface ViewContent {
  /** Id of the kind that it shows. */
  readonly kind: string;
  readonly filter: string | null;
  readonly sort: string | null;
  /** Names of the fields that it shows; null: every one. */
  readonly fields: readonly string[] | null;
}

/** Whoever keeps views. Null where there is none by this id that the user may see. */
export type ReadView = (
  workspace: WorkspaceAccess,
  options: { readonly userId: string; readonly viewId: string },
) => Promise<ViewContent | null>;
