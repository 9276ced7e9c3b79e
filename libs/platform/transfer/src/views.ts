import type { KernelServices } from '@cubit/records';
import type { RouteRequest } from '@cubit/core/host';

/** The parts of a saved view that an export uses. */
export interface ViewContent {
  /** Id of the kind of the view. */
  readonly kind: string;
  readonly filter: string | null;
  readonly sort: string | null;
  /** Names of the shown fields; null: all. */
  readonly fields: readonly string[] | null;
}

/** Reads a saved view. `404 not_found` if the caller cannot see a view with this id. */
export type ReadView = (services: KernelServices, request: RouteRequest, viewId: string) => Promise<ViewContent>;
