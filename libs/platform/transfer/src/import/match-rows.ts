import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { readRecords, recordOf, type WorkspaceTransaction } from '@cubit/records';
import type { AnyRecord, RecordShape, RegisteredKind, ShapeField } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import { findForeignIds } from '../keys/foreign-ids.js';
import { FIELD_CELLS } from '../table/cell.js';
import { FOREIGN_ID } from '../table/columns.js';
import { fieldPath, rowPrefix, type RowDraft } from './row-draft.js';

/** The record that a row creates or changes. */
export type RowTarget =
  | { readonly operation: 'create'; readonly id: string | null }
  | { readonly operation: 'update'; readonly record: AnyRecord }
  | { readonly operation: 'restore'; readonly record: AnyRecord };

/** Whether the value of the field can identify a record. */
export function isKey(field: ShapeField | undefined): boolean {
  return field !== undefined && FIELD_CELLS[field.type].identifies === true;
}

/** The key of a row as text; null if the row has none. */
export function keyOf(draft: RowDraft, key: string): string | null {
  if (key === 'id') return draft.id;
  if (key === FOREIGN_ID) return draft.foreignId;
  const value = draft.fields[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

interface MatchOptions {
  readonly kind: RegisteredKind;
  readonly shape: RecordShape;
  /** A field, `id` or `import.id`. */
  readonly key: string;
  /** The other system whose ids the file has. */
  readonly origin: string;
}

/** Finds the record of each row; rows without one create one. Uses a constant number of statements. Faults are added to the drafts. */
export async function matchRows(
  transaction: WorkspaceTransaction,
  options: MatchOptions,
  drafts: readonly RowDraft[],
): Promise<ReadonlyMap<RowDraft, RowTarget>> {
  switch (options.key) {
    case 'id':
      return matchIds(transaction, options, drafts);
    case FOREIGN_ID:
      return matchForeignIds(transaction, options, drafts);
    default:
      return matchField(transaction, options, drafts);
  }
}

/** Rows without an id of the other system create records. */
async function matchForeignIds(
  { tx, workspace }: WorkspaceTransaction,
  { kind, origin }: MatchOptions,
  drafts: readonly RowDraft[],
): Promise<ReadonlyMap<RowDraft, RowTarget>> {
  const ids = [...new Set(drafts.flatMap(({ foreignId }) => foreignId ?? []))];
  const found = await findForeignIds({ db: tx.db, workspaceId: workspace.id }, kind, { origin, ids });
  const rows = await readRecords(tx.db, kind, { workspaceId: workspace.id, ids: [...new Set(found.values())] });
  const records = new Map(rows.map((row) => [row.id, recordOf(kind.id, row)]));
  return new Map(
    drafts.map((draft): [RowDraft, RowTarget] => {
      const record = records.get(found.get(draft.foreignId ?? '') ?? '');
      return [draft, record ? { operation: 'update', record } : { operation: 'create', id: null }];
    }),
  );
}

/** Records that the values of several fields together identify, for files without a key. One query. */
export async function matchTogether(
  transaction: WorkspaceTransaction,
  { kind, fields }: { readonly kind: RegisteredKind; readonly fields: readonly string[] },
  drafts: readonly RowDraft[],
): Promise<ReadonlyMap<RowDraft, RowTarget>> {
  const [first = ''] = fields;
  const values = [...new Set(drafts.flatMap((draft) => (draft.fields[first] as string | null | undefined) ?? []))];
  const { records } = transaction.contextOf(kind.module, null);
  const found =
    values.length === 0
      ? []
      : await records.find(kind.definition, { where: { [first]: { in: values } }, limit: MAX_MATCHES });
  const byKey = new Map(found.map((record) => [togetherKey(record.fields as RowDraft['fields'], fields), record]));
  return new Map(
    drafts.map((draft): [RowDraft, RowTarget] => {
      const record = byKey.get(togetherKey(draft.fields, fields));
      return [draft, record ? { operation: 'update', record } : { operation: 'create', id: null }];
    }),
  );
}

const MAX_MATCHES = 20_000;

export function togetherKey(values: Readonly<Record<string, unknown>>, fields: readonly string[]): string {
  return JSON.stringify(fields.map((name) => values[name] ?? null));
}

async function matchField(
  transaction: WorkspaceTransaction,
  { kind, key }: MatchOptions,
  drafts: readonly RowDraft[],
): Promise<ReadonlyMap<RowDraft, RowTarget>> {
  const values = drafts.flatMap(({ fields }) => {
    const value = fields[key];
    return typeof value === 'string' || typeof value === 'number' ? [value] : [];
  });
  const { records } = transaction.contextOf(kind.module, null);
  const found =
    values.length === 0
      ? []
      : await records.find(kind.definition, { where: { [key]: { in: values } }, limit: drafts.length * 2 });
  const byValue = Map.groupBy(found, ({ fields }) => String((fields as Record<string, unknown>)[key]));
  return new Map(
    drafts.map((draft): [RowDraft, RowTarget] => {
      const path = fieldPath(draft.number, key);
      const value = keyOf(draft, key);
      if (value === null) draft.faults.push({ path, code: 'required', message: 'is the key and must not be empty.' });
      const [record, other] = byValue.get(value ?? '') ?? [];
      if (other) draft.faults.push({ path, code: 'not_unique', message: 'matches several records.' });
      return [draft, record ? { operation: 'update', record } : { operation: 'create', id: null }];
    }),
  );
}

/** A record in the trash is restored. An unused id becomes the id of the new record, so that exported records keep their ids. */
async function matchIds(
  { tx, workspace }: WorkspaceTransaction,
  { kind }: MatchOptions,
  drafts: readonly RowDraft[],
): Promise<ReadonlyMap<RowDraft, RowTarget>> {
  const idFault = (draft: RowDraft, code: string, message: string) =>
    void draft.faults.push({ path: `${rowPrefix(draft.number)}/id`, code, message });
  for (const draft of drafts) if (draft.id !== null && !isUuid(draft.id)) idFault(draft, 'format', 'must be a UUID.');
  const ids = drafts.flatMap(({ id }) => (id !== null && isUuid(id) ? [id] : []));
  const rows = await readRecords(tx.db, kind, { workspaceId: workspace.id, ids });
  const known = new Map(rows.map((row) => [row.id, recordOf(kind.id, row)]));
  const taken = await usedByOtherRow(
    tx,
    workspace.id,
    ids.filter((id) => !known.has(id)),
  );
  return new Map(
    drafts.map((draft): [RowDraft, RowTarget] => {
      const record = draft.id === null ? undefined : known.get(draft.id);
      if (draft.id !== null && taken.has(draft.id)) idFault(draft, 'already_exists', 'is of a record of another kind.');
      if (!record) return [draft, { operation: 'create', id: draft.id }];
      return [draft, { operation: record.deleted_at === null ? 'update' : 'restore', record }];
    }),
  );
}

/** Ids used by records of other kinds. Histories and references identify records by id only, so these are refused. */
async function usedByOtherRow(
  tx: Transaction,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select distinct record_id as id from record_change
    where workspace_id = ${workspaceId} and record_id = any(${ids}::uuid[])`.execute(tx.db);
  return new Set(rows.map(({ id }) => id));
}
