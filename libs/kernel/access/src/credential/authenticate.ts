import type { Caller, WorkspaceAccess } from '@cubit/core/host';

/** The credentials of a request. A bearer credential takes precedence over the cookie. */
export interface Credentials {
  /** The value after `Bearer `. */
  readonly bearer: string | null;
  /** The value of the cookie `cubit_session`. */
  readonly cookie: string | null;
  /** The key of the address, on routes that accept one. It takes precedence over both. */
  readonly key?: string | null;
  /** The value of the cookie `cubit_display`, on routes that displays read. */
  readonly display?: string | null;
  /** The `{workspace}` of the path; null on routes without one. */
  readonly workspaceSlug: string | null;
}

export interface Authenticated {
  readonly caller: Caller;
  /**
   * Null if the path has no workspace, the workspace does not exist, the caller is not a member, or the token is bound to another
   * one. Callers cannot tell these cases apart.
   */
  readonly workspace: WorkspaceAccess | null;
}
