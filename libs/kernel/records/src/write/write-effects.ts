import { setImmediate } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import type { RecordChange } from '@cubit/core';
import type { AnyKind, AnyRecord, FieldValues, RecordShape, RegisteredKind } from '@cubit/core/host';
import { defer } from '@cubit/database';
import { type ContentValues, keyOf } from '../history/past-content.js';
import { without } from '../read/references.js';
import { byElement, changesAsPayload, changesBetween, type FieldChange } from './changes.js';
import { activeReferences } from './active-references.js';
import type { AnyDraft } from './record-draft.js';
import { asAlreadyExists } from './record-statements.js';
import type { KindWrite } from './kind-write.js';

/** A draft with the row for its table. */
export interface RowChange {
  readonly draft: AnyDraft;
  readonly row: AnyRecord;
  /** The fields and tags that differ, if already known. */
  readonly differences?: readonly FieldChange[];
}

/** For fewer rows, writing them takes less time than starting the computation of effects in parallel. */
const OVERLAP_FROM_ROWS = 50;

/** The event of a kind that each operation emits. */
const EVENT_OF = { create: 'created', update: 'updated', delete: 'deleted', restore: 'restored' } as const;

/**
 * Executes the statement of a write, or defers that of a few rows. A violated unique key becomes `409 already_exists` at the field of the
 * draft.
 */
export async function writeRows(
  { tx, kind, shape }: KindWrite,
  changes: readonly RowChange[],
  statement: RawBuilder<object>,
): Promise<void> {
  if (changes.length === 0) return;
  defer(tx, statement, (error) => {
    const rows = changes.map(({ draft: { fields, path } }) => ({ fields: fields as FieldValues, path }));
    return asAlreadyExists(error, kind, { shape, rows });
  });
  if (changes.length >= OVERLAP_FROM_ROWS) await tx.session.send();
}

/**
 * Writes the consequences of changed rows: references, search documents, history and events, and then runs the
 * kind's `onWrite`. `written` is the statement that writes the rows: the effects are computed while the database
 * executes it.
 */
export async function applyEffects(
  write: KindWrite,
  changes: readonly RowChange[],
  written: Promise<void> = Promise.resolve(),
): Promise<void> {
  // Awaited below: an earlier failure must not become an unhandled rejection.
  written.catch(() => {});
  if (changes.length >= OVERLAP_FROM_ROWS) await setImmediate();
  for (const change of changes) {
    write.locked.put(write.kind, change.row);
    recordReferences(write, change);
    recordHistory(write, change);
    const { id, version } = change.row;
    write.journal.report({ kind: write.kind.id, id, version, op: change.draft.operation });
  }
  await written;
  const { kind, action, hookContext } = write;
  if (kind.definition.onWrite && changes.length > 0)
    await kind.definition.onWrite(hookContext(kind, action), changes.map(asRecordChange));
}

function recordReferences({ kind, shape, journal }: KindWrite, { draft, row }: RowChange): void {
  const source = { id: row.id, kind: kind.id };
  const before = draft.before ? activeReferences(shape, draft.before as AnyRecord) : [];
  const after = activeReferences(shape, row);
  journal.forget(source, without(before, after));
  journal.refer(source, without(after, before));
}

/** The search document, the history entry, and the kind's event. */
function recordHistory({ kind, shape, journal, emit }: KindWrite, { draft, row, differences }: RowChange): void {
  const { definition } = kind;
  const { operation } = draft;
  const before = draft.before as AnyRecord | null;
  journal.index(shape, before, row);
  const changes = differences ?? differencesOf(draft, row);
  if (row.version !== before?.version && definition.keepDays === undefined)
    journal.record({
      record_id: row.id,
      version: row.version,
      kind: kind.id,
      operation,
      before: operation === 'create' ? null : replacedBy(shape, changes),
    });
  const event = definition.events?.[EVENT_OF[operation]];
  const emitted = operation === 'update' ? withoutComputed(shape, changes) : null;
  if (event && emitted?.length !== 0) emit(kind, event, payloadOf(kind, row, emitted));
}

/** What changes replaced. Rollups have no history: they change without a version, so what a change made of one would not follow from later changes. */
function replacedBy({ fields }: RecordShape, changes: readonly FieldChange[]): ContentValues {
  const replaced = changes.flatMap(byElement).map(({ path, from }) => [keyOf(path), from] as const);
  return Object.fromEntries(replaced.filter(([key]) => fields.get(key.replace(/\/.*$/, ''))?.rollup !== true));
}

function differencesOf({ operation, before }: AnyDraft, row: AnyRecord): readonly FieldChange[] {
  if (operation === 'delete' || operation === 'restore')
    return [{ path: '/deleted_at', from: (before as AnyRecord).deleted_at, to: row.deleted_at }];
  return changesBetween(before as AnyRecord | null, row as { fields: FieldValues; tags: readonly string[] });
}

/** Computed fields are not part of an `updated` event: they have events of their own. */
function withoutComputed({ fields }: RecordShape, changes: readonly FieldChange[]): readonly FieldChange[] {
  return changes.filter(({ path }) => fields.get(path.replace('/fields/', ''))?.readOnly !== true);
}

function payloadOf(kind: RegisteredKind, row: AnyRecord, changes: readonly FieldChange[] | null): FieldValues {
  const own = kind.definition.eventPayload?.(row) ?? {};
  return { [kind.idKey]: row.id, ...own, ...(changes ? { changes: changesAsPayload(changes) } : {}) };
}

function asRecordChange({ draft, row }: RowChange): RecordChange<AnyKind> {
  const { operation, before, note, path } = draft;
  return { operation, before, after: row, note, path };
}
