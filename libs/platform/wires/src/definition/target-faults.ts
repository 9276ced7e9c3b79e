import type { AnyKind, ErrorDetail, RegisteredAction } from '@cubit/core';

interface Target {
  readonly hasRecord: boolean;
  /** Null: known only when the wire runs. */
  readonly targetKind: string | null;
}

/** Whether an action can be run on what the wire aims at. */
export function targetFaults(
  { id, definition }: RegisteredAction,
  { hasRecord, targetKind }: Target,
): readonly ErrorDetail[] {
  const kinds: readonly AnyKind[] | 'any' | 'workspace' = definition.appliesTo;
  if (kinds === 'workspace')
    return hasRecord ? [{ path: '/record', code: 'not_applicable', message: `'${id}' takes no record.` }] : [];
  if (!hasRecord) {
    if (definition.recordOptional === true) return [];
    return [{ path: '/record', code: 'required', message: `'${id}' needs a record.` }];
  }
  if (kinds === 'any' || targetKind === null || kinds.some((kind) => kind.id === targetKind)) return [];
  const named = kinds.map((kind) => `'${kind.id}'`).join(' or ');
  const message = `'${id}' applies to ${named}, not to '${targetKind}'.`;
  return [{ path: '/record', code: 'not_applicable', message }];
}
