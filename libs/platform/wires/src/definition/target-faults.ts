import type { AnyKind, RegisteredAction } from '@cubit/core/host';
import type { ErrorDetail } from '@cubit/core';

interface Target {
  readonly hasRecord: boolean;
  /** Null if it is known only when the wire runs. */
  readonly targetKind: string | null;
}

/** Faults of a wire whose action cannot run on its target. */
export function targetFaults(
  { id, definition }: RegisteredAction,
  { hasRecord, targetKind }: Target,
): readonly ErrorDetail[] {
  const kinds: readonly AnyKind[] | 'any' | 'workspace' = definition.appliesTo;
  if (kinds === 'workspace')
    return hasRecord ? [{ path: '/record', code: 'not_applicable', message: `'${id}' does not take a record.` }] : [];
  if (!hasRecord) {
    if (definition.recordOptional === true) return [];
    return [{ path: '/record', code: 'required', message: `'${id}' needs a record.` }];
  }
  if (kinds === 'any' || targetKind === null || kinds.some((kind) => kind.id === targetKind)) return [];
  const named = kinds.map((kind) => `'${kind.id}'`).join(' or ');
  const message = `'${id}' applies to ${named}, not to '${targetKind}'.`;
  return [{ path: '/record', code: 'not_applicable', message }];
}
