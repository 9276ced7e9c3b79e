import type { AnyAction, AnyKind } from '../contract/module.js';

/** Whether an action applies to records of a kind. */
export function appliesToKind(action: AnyAction, kindId: string): boolean {
  const { appliesTo } = action;
  if (appliesTo === 'workspace') return false;
  return appliesTo === 'any' || (appliesTo as readonly AnyKind[]).some((kind) => kind.id === kindId);
}
