import { sql, type RawBuilder } from 'kysely';
import type { AnyRecord, RecordShape, WriteOperation } from '@cubit/core/host';
import type { ContentValues } from '../history/past-content.js';
import { type SearchChange, SearchChanges, writeSearchChanges } from '../search/search-changes.js';
import type { WrittenRecord } from '../events/record-message.js';
import type { Reference } from '../read/references.js';
import { ORIGIN, originRows, type TransactionOrigin } from './transaction-origin.js';

interface HistoryEntry {
  readonly record_id: string;
  readonly version: number;
  readonly kind: string;
  readonly operation: WriteOperation;
  /** What it replaced; null for a creation. */
  readonly before: ContentValues | null;
}

/** A reference to a record. `on_delete` says whether it prevents the deletion. */
export interface IncomingReference {
  readonly target_id: string;
  readonly source_id: string;
  readonly source_kind: string;
  readonly field: string;
  readonly on_delete: string;
}

interface ReferenceRow extends IncomingReference {
  readonly target_kind: string;
}

/** Changes of references. A row is in one of the two at most, since one statement cannot delete and insert the same row. */
interface ReferenceChanges {
  readonly added: Map<string, ReferenceRow>;
  readonly removed: Map<string, ReferenceRow>;
}

/** What a journal has collected. */
export interface JournalContent {
  readonly history: readonly HistoryEntry[];
  readonly references: ReferenceChanges;
  readonly search: ReadonlyMap<string, SearchChange>;
  readonly written: readonly WrittenRecord[];
}

/** The history, references and search rows of one workspace transaction: collected, then written in one statement before the commit. */
export class Journal {
  readonly #search: SearchChanges;
  readonly #earlier: () => readonly JournalContent[];
  #history: HistoryEntry[] = [];
  #references = noChanges();
  #written: WrittenRecord[] = [];

  /** `earlier`: what the same database transaction has collected before and not written yet. */
  constructor(workspaceId: string, earlier: () => readonly JournalContent[] = () => []) {
    this.#search = new SearchChanges(workspaceId);
    this.#earlier = earlier;
  }

  record(entry: HistoryEntry): void {
    this.#history.push(entry);
  }

  /** Reports a written record to event streams. */
  report(record: WrittenRecord): void {
    this.#written.push(record);
  }

  /** Updates the search document of a record. */
  index(shape: RecordShape, before: AnyRecord | null, after: AnyRecord): void {
    this.#search.add(shape, before, after);
  }

  refer(source: { readonly id: string; readonly kind: string }, references: readonly Reference[]): void {
    for (const row of rowsOf(source, references)) add(this.#references, row);
  }

  forget(source: { readonly id: string; readonly kind: string }, references: readonly Reference[]): void {
    for (const row of rowsOf(source, references)) remove(this.#references, row);
  }

  /** All references to the targets: the stored ones, without those that this transaction removed, and with those that it added. */
  incoming(targets: ReadonlySet<string>, stored: readonly IncomingReference[]): readonly IncomingReference[] {
    const { added, removed } = mergeReferences([...this.#earlier(), { references: this.#references }]);
    const own = [...added.values()].filter((row) => targets.has(row.target_id));
    return [...stored.filter((row) => !removed.has(keyOf(row))), ...own];
  }

  /** Hands over what was collected: the caller writes it. */
  drain(): JournalContent {
    const content = {
      history: this.#history,
      references: this.#references,
      search: this.#search.drain(),
      written: this.#written,
    };
    this.#history = [];
    this.#written = [];
    this.#references = noChanges();
    return content;
  }
}

/** The statements that write what journals have collected, in the order in which they did. They can be combined into one. */
export function writeJournals(
  workspaceId: string,
  journals: readonly (JournalContent & { readonly origin: TransactionOrigin })[],
): readonly RawBuilder<unknown>[] {
  const history = journals.flatMap(({ origin, history: entries }) => entries.map((row) => ({ origin, row })));
  return [
    ...(history.length > 0 ? [insertHistory(workspaceId, history)] : []),
    ...writeReferences(workspaceId, journals),
    ...writeSearchChanges(workspaceId, new Map(journals.flatMap(({ search }) => [...search]))),
  ];
}

/** The statements that write the references alone. */
export function writeReferences(
  workspaceId: string,
  journals: readonly Pick<JournalContent, 'references'>[],
): readonly RawBuilder<unknown>[] {
  const { added, removed } = mergeReferences(journals);
  return [
    ...(removed.size > 0 ? [deleteReferences(workspaceId, [...removed.values()])] : []),
    ...(added.size > 0 ? [insertReferences(workspaceId, [...added.values()])] : []),
  ];
}

function insertHistory(
  workspaceId: string,
  entries: readonly { readonly origin: TransactionOrigin; readonly row: HistoryEntry }[],
): RawBuilder<unknown> {
  const { rows, join } = originRows(entries);
  return sql`insert into record_change (workspace_id, record_id, version, kind, operation, at, user_id, actor_type, via_type, via_id, via_client, cause,
      before)
    select ${workspaceId}::uuid, record_id, version, kind, operation, ${ORIGIN.at}, ${ORIGIN.userId}, ${ORIGIN.actorType},
      ${ORIGIN.viaType}, ${ORIGIN.viaId}, ${ORIGIN.viaClient}, ${ORIGIN.cause}, before
    from jsonb_to_recordset(${rows}::jsonb) as x(origin int, record_id uuid, version int, kind text, operation text, before jsonb) ${join}`;
}

function deleteReferences(workspaceId: string, rows: readonly ReferenceRow[]): RawBuilder<unknown> {
  return sql`delete from record_reference r using json_to_recordset(${JSON.stringify(rows)}::json) as x(target_id uuid, source_id uuid, field text)
    where r.workspace_id = ${workspaceId} and r.target_id = x.target_id and r.source_id = x.source_id and r.field = x.field`;
}

function insertReferences(workspaceId: string, rows: readonly ReferenceRow[]): RawBuilder<unknown> {
  return sql`insert into record_reference (workspace_id, target_id, source_id, field, source_kind, target_kind, on_delete)
    select ${workspaceId}::uuid, target_id, source_id, field, source_kind, target_kind, on_delete
    from json_to_recordset(${JSON.stringify(rows)}::json) as x(target_id uuid, source_id uuid, field text, source_kind text, target_kind text, on_delete text)`;
}

function noChanges(): ReferenceChanges {
  return { added: new Map(), removed: new Map() };
}

function mergeReferences(journals: readonly Pick<JournalContent, 'references'>[]): ReferenceChanges {
  const [only] = journals;
  if (only && journals.length === 1) return only.references;
  const merged = noChanges();
  for (const { references } of journals) {
    for (const row of references.removed.values()) remove(merged, row);
    for (const row of references.added.values()) add(merged, row);
  }
  return merged;
}

function add({ added, removed }: ReferenceChanges, row: ReferenceRow): void {
  const key = keyOf(row);
  if (!removed.delete(key)) added.set(key, row);
}

function remove({ added, removed }: ReferenceChanges, row: ReferenceRow): void {
  const key = keyOf(row);
  if (!added.delete(key)) removed.set(key, row);
}

function rowsOf(
  source: { readonly id: string; readonly kind: string },
  references: readonly Reference[],
): readonly ReferenceRow[] {
  return references
    .filter(({ field }) => field.onDelete !== 'keep')
    .map(({ field, kind, id }) => ({
      target_id: id,
      source_id: source.id,
      field: field.name,
      source_kind: source.kind,
      target_kind: kind,
      on_delete: field.onDelete,
    }));
}

function keyOf({ target_id, source_id, field }: IncomingReference): string {
  return `${target_id}/${source_id}/${field}`;
}
