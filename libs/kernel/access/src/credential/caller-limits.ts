import { fail } from '@cubit/core';
import type { Caller } from '@cubit/core/host';

/** Refuses scoped tokens. The router refuses them already; routes that create credentials check again. */
export function requireUnscoped(caller: Caller): void {
  if (caller.scopes.length === 0) return;
  throw fail('scope_denied', 'A scoped token does not reach this route.', { headers: { 'x-accepted-scopes': '' } });
}

/** Refuses bound tokens: they cannot create or join a workspace. */
export function requireUnbound(caller: Caller): void {
  if (caller.boundWorkspaceId === null) return;
  throw fail('forbidden', 'A token that is bound to a workspace cannot create or join another one.');
}
