import { fail } from '../errors/cubit-error.js';
import type { Caller } from './caller.js';

/** Scopes open no route of this folder but one. The router refuses already; where tokens are handed out, twice is better. */
export function requireUnscoped(caller: Caller): void {
  if (caller.scopes.length === 0) return;
  throw fail('scope_denied', 'A scoped token does not reach this route.', { headers: { 'x-accepted-scopes': '' } });
}

/** A token that is bound to one workspace knows of no other, so it can neither make nor join one. */
export function requireUnbound(caller: Caller): void {
  if (caller.boundWorkspaceId === null) return;
  throw fail('forbidden', 'A token that is bound to a workspace cannot make or join another one.');
}
