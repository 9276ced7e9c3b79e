import { sql, type RawBuilder } from 'kysely';
import type { Actor, AnyRecord, RecordShape, WriteOperation } from '@cubit/core/host';
import { actorColumns } from '../history/change-row.js';
import type { ContentValues } from '../history/past-content.js';
import { SearchChanges } from '../search/search-changes.js';
import type { Reference } from '../read/references.js';

interface HistoryEntry {
  readonly record_id: string;
  readonly version: number;
  readonly kind: string;
  readonly operation: WriteOperation;
  /** What it replaced; null for a creation. */
  readonly before: ContentValues | null;
}

/** A reference to a record. `on_delete` says whether it forbids the deletion. */
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

/** The history, references and search rows of one transaction: collected, then written in one statement before the commit. */
export class Journal {
  readonly #workspaceId: string;
  readonly #search: SearchChanges;
  readonly #history: HistoryEntry[] = [];
  readonly #added = new Map<string, ReferenceRow>();
  readonly #removed = new Map<string, ReferenceRow>();

  constructor(workspaceId: string) {
    this.#workspaceId = workspaceId;
    this.#search = new SearchChanges(workspaceId);
  }

  record(entry: HistoryEntry): void {
    this.#history.push(entry);
  }

  /** Updates the search document of a record. */
  index(shape: RecordShape, before: AnyRecord | null, after: AnyRecord): void {
    this.#search.add(shape, before, after);
  }

  refer(source: { readonly id: string; readonly kind: string }, references: readonly Reference[]): void {
    for (const row of rowsOf(source, references)) move(row, this.#removed, this.#added);
  }

  forget(source: { readonly id: string; readonly kind: string }, references: readonly Reference[]): void {
    for (const row of rowsOf(source, references)) move(row, this.#added, this.#removed);
  }

  /** All references to the targets: the stored ones, without those that this transaction removed, and with those that it added. */
  incoming(targets: ReadonlySet<string>, stored: readonly IncomingReference[]): readonly IncomingReference[] {
    const added = [...this.#added.values()].filter((row) => targets.has(row.target_id));
    return [...stored.filter((row) => !this.#removed.has(keyOf(row))), ...added];
  }

  take(common: { readonly at: Date; readonly actor: Actor; readonly cause: unknown }): readonly RawBuilder<unknown>[] {
    const statements = [this.#takeHistory(common), this.#takeRemoved(), this.#takeAdded(), ...this.#search.take()];
    return statements.filter((statement) => statement !== null);
  }

  #takeHistory({
    at,
    actor,
    cause,
  }: {
    readonly at: Date;
    readonly actor: Actor;
    readonly cause: unknown;
  }): RawBuilder<unknown> | null {
    if (this.#history.length === 0) return null;
    const rows = JSON.stringify(this.#history.splice(0));
    const { user_id, actor_type, via_type, via_id } = actorColumns(actor);
    return sql`insert into record_change (workspace_id, record_id, version, kind, operation, at, user_id, actor_type, via_type, via_id, cause, before)
      select ${this.#workspaceId}::uuid, record_id, version, kind, operation, ${at}::timestamptz, ${user_id}::uuid, ${actor_type}::text,
        ${via_type}::text, ${via_id}::uuid, ${cause === null ? null : JSON.stringify(cause)}::jsonb, before
      from jsonb_to_recordset(${rows}::jsonb) as x(record_id uuid, version int, kind text, operation text, before jsonb)`;
  }

  #takeRemoved(): RawBuilder<unknown> | null {
    if (this.#removed.size === 0) return null;
    const rows = JSON.stringify([...this.#removed.values()]);
    this.#removed.clear();
    return sql`delete from record_reference r using json_to_recordset(${rows}::json) as x(target_id uuid, source_id uuid, field text)
      where r.workspace_id = ${this.#workspaceId} and r.target_id = x.target_id and r.source_id = x.source_id and r.field = x.field`;
  }

  #takeAdded(): RawBuilder<unknown> | null {
    if (this.#added.size === 0) return null;
    const rows = JSON.stringify([...this.#added.values()]);
    this.#added.clear();
    return sql`insert into record_reference (workspace_id, target_id, source_id, field, source_kind, target_kind, on_delete)
      select ${this.#workspaceId}::uuid, target_id, source_id, field, source_kind, target_kind, on_delete
      from json_to_recordset(${rows}::json) as x(target_id uuid, source_id uuid, field text, source_kind text, target_kind text, on_delete text)`;
  }
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

/** One statement cannot delete and insert the same row, so a row is in one list at most. */
function move(row: ReferenceRow, from: Map<string, ReferenceRow>, to: Map<string, ReferenceRow>): void {
  const key = keyOf(row);
  if (!from.delete(key)) to.set(key, row);
}
