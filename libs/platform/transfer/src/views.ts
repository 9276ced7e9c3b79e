import type { KernelServices, RouteRequest } from '@cubit/core';

/** What of a saved view an export follows. */
export interface ViewContent {
  /** Id of the kind that it shows. */
  readonly kind: string;
  readonly filter: string | null;
  readonly sort: string | null;
  /** Names of the fields that it shows; null: every one. */
  readonly fields: readonly string[] | null;
}

/** Whoever keeps views. `404 not_found` where there is none by this id that the caller may see. */
export type ReadView = (services: KernelServices, request: RouteRequest, viewId: string) => Promise<ViewContent>;
