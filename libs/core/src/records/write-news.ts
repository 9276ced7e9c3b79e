import type { AnyRecord, WriteOperation } from '../contract/kind.js';
import type { RegisteredKind } from '../registry/registered.js';
import { changesAsPayload, changesBetween, type FieldChange } from './changes.js';

type Fields = Readonly<Record<string, unknown>>;

/** Which event of its kind a write makes. */
export const EVENT_OF = { create: 'created', update: 'updated', delete: 'deleted', restore: 'restored' } as const;

/** What the history says of a write. */
export function historyOf(
  operation: WriteOperation,
  before: AnyRecord | null,
  after: AnyRecord,
): readonly FieldChange[] {
  if (operation === 'delete' || operation === 'restore')
    return [{ path: '/deleted_at', from: before?.deleted_at ?? null, to: after.deleted_at }];
  return changesBetween(
    before as { fields: Fields; tags: readonly string[] } | null,
    after as { fields: Fields; tags: readonly string[] },
  );
}

/** What the event of a write says. */
export function eventPayload(kind: RegisteredKind, record: AnyRecord, changes: readonly FieldChange[] | null): Fields {
  const own = kind.definition.eventPayload?.(record) ?? {};
  return { [kind.idKey]: record.id, ...own, ...(changes ? { changes: changesAsPayload(changes) } : {}) };
}
