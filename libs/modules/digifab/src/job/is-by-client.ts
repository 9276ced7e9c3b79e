import type { KindHookContext } from '@cubit/core';

/** A write by a request. Background work of the module, which records what machines reported, has no action either. */
export function isByClient({ action, actor }: KindHookContext): boolean {
  return action === null && actor.type === 'user';
}
