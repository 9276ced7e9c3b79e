import type { WorkspaceAccess } from '../workspace/workspace-access.js';
import type { Caller } from './caller.js';

/** What a request brought. A bearer credential goes before the cookie. */
export interface Credentials {
  /** The value after `Bearer `. */
  readonly bearer: string | null;
  /** The value of the cookie `cubit_session`. */
  readonly cookie: string | null;
  /** The `{workspace}` of the path; null on routes without one. */
  readonly workspaceSlug: string | null;
}

export interface Authenticated {
  readonly caller: Caller;
  /** Null where the path names none, none that exists, none that the caller belongs to, or another than the token is bound to: all alike. */
  readonly workspace: WorkspaceAccess | null;
}
