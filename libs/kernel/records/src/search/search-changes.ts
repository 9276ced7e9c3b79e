import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AnyRecord, RecordShape } from '@cubit/core/host';
import type { DatabaseSchema } from '@cubit/database';
import { writeSpellings } from './spelling.js';
import { searchDocument, searchSource } from './search-document.js';
import type { SearchRow } from './search-row.js';

/** The search row of a record; null: it is deleted. */
export interface SearchChange {
  readonly kind: string;
  readonly row: SearchRow | null;
}

/** The search rows that one workspace transaction changes: collected, then written with its records. */
export class SearchChanges {
  readonly #workspaceId: string;
  /** By the id of the record. */
  #changes = new Map<string, SearchChange>();

  constructor(workspaceId: string) {
    this.#workspaceId = workspaceId;
  }

  add(shape: RecordShape, before: AnyRecord | null, after: AnyRecord): void {
    const { id, kind } = after;
    if (after.deleted_at !== null) return void this.#changes.set(id, { kind, row: null });
    const isRestored = before !== null && before.deleted_at !== null;
    if (before && !isRestored && searchSource(shape, before) === searchSource(shape, after)) return;
    const document = searchDocument(shape, this.#workspaceId, after);
    if (document) this.#changes.set(id, { kind, row: { workspace_id: this.#workspaceId, kind, id, ...document } });
  }

  /** Hands over what was collected, by the id of the record: the caller writes it. */
  drain(): ReadonlyMap<string, SearchChange> {
    const changes = this.#changes;
    this.#changes = new Map();
    return changes;
  }
}

/** The statements that write changed search rows. They can be combined into one. */
export function writeSearchChanges(
  workspaceId: string,
  changes: ReadonlyMap<string, SearchChange>,
): readonly RawBuilder<unknown>[] {
  const written = [...changes.values()].flatMap(({ row }) => row ?? []);
  const gone = [...changes].flatMap(([id, { kind, row }]) => (row ? [] : [{ id, kind }]));
  return [
    ...(gone.length > 0 ? [deleteSearchRows(workspaceId, gone)] : []),
    ...(written.length > 0 ? writeSearchRows(written) : []),
  ];
}

function deleteSearchRows(
  workspaceId: string,
  gone: readonly { readonly id: string; readonly kind: string }[],
): RawBuilder<unknown> {
  return sql`delete from record_search s using json_to_recordset(${JSON.stringify(gone)}::json) as x(id uuid, kind text)
    where s.workspace_id = ${workspaceId} and s.kind = x.kind and s.id = x.id`;
}

/** Statements that can be combined into one. */
export function writeSearchRows(rows: readonly SearchRow[]): readonly RawBuilder<unknown>[] {
  const stored = rows.map(({ workspace_id, kind, id, title, words }) => ({ workspace_id, kind, id, title, words }));
  const documents = sql`insert into record_search (workspace_id, kind, id, title, words)
    select workspace_id, kind, id, title, words::tsvector
    from json_to_recordset(${JSON.stringify(stored)}::json) as x(workspace_id uuid, kind text, id uuid, title text, words text)
    on conflict (workspace_id, kind, id) do update set title = excluded.title, words = excluded.words`;
  const spellings = writeSpellings(rows);
  return spellings ? [documents, spellings] : [documents];
}

/** Writes search rows outside a record write. */
export async function storeSearchRows(db: Kysely<DatabaseSchema>, rows: readonly SearchRow[]): Promise<void> {
  if (rows.length === 0) return;
  for (const statement of writeSearchRows(rows)) await statement.execute(db);
}
