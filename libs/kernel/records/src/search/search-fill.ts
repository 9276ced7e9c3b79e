import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { type DatabaseSchema, withStatementClass } from '@cubit/database';
import type { KernelServices } from '../workspace/services.js';
import type { RegisteredKind, Registry } from '@cubit/core/host';
import { storeSearchRows } from './search-changes.js';
import { storedDocuments, type StoredText } from './stored-documents.js';

/** Raise it when words are split differently: all records are then indexed again. */
const WORDS_VERSION = 2;
const ROWS_PER_STEP = 500;

type Db = Kysely<DatabaseSchema>;

/** Changes when the records of the kind have to be indexed again. */
function fingerprint({ definition }: RegisteredKind): string {
  const parts = [WORDS_VERSION, definition.search ?? [], definition.access ?? ''];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** Kinds whose records are not all indexed as their definition says now. */
async function staleKinds(db: Db, registry: Registry): Promise<readonly RegisteredKind[]> {
  const { rows } = await sql<{
    kind: string;
    made_for: string;
  }>`select kind, made_for from search_fill where done`.execute(db);
  const done = new Map(rows.map((row) => [row.kind, row.made_for]));
  return [...registry.kinds.values()].filter((kind) => done.get(kind.id) !== fingerprint(kind));
}

/** Marks kinds without records as done. */
export async function markEmptyKinds(db: Db, registry: Registry): Promise<void> {
  const stale = await staleKinds(db, registry);
  if (stale.length === 0) return;
  const empty = sql.join(
    stale.map(
      (kind) => sql`select ${kind.id}::text as kind, ${fingerprint(kind)}::text as made_for
      where not exists (select 1 from ${sql.table(kind.partition)})`,
    ),
    sql` union all `,
  );
  await sql`insert into search_fill (kind, made_for, done) select kind, made_for, true from (${empty}) e
    on conflict (kind) do update set made_for = excluded.made_for, last_workspace = null, last_id = null, done = true`.execute(
    db,
  );
}

/** Indexes records that were written before their kind was searched as it is now: in the background, in small steps. */
export class SearchFill {
  readonly #services: KernelServices;
  #stopping = false;
  #running: Promise<void> | null = null;

  constructor(services: KernelServices) {
    this.#services = services;
  }

  start(): void {
    const { log } = this.#services;
    this.#running ??= withStatementClass('job', () => this.run()).catch((error: unknown) =>
      // Continues from there at the next start.
      log.warn({ err: error }, 'indexing earlier records for the search failed'),
    );
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  async run(): Promise<void> {
    const { database, registry } = this.#services;
    for (const kind of await staleKinds(database.db, registry)) {
      for (let more = true; more && !this.#stopping;) more = await this.#step(kind);
    }
  }

  /** False: the kind is done, or another process works on it. */
  #step(kind: RegisteredKind): Promise<boolean> {
    const { database } = this.#services;
    const madeFor = fingerprint(kind);
    return database.transaction(async ({ db }) => {
      await sql`insert into search_fill (kind, made_for, done) values (${kind.id}, ${madeFor}, false) on conflict do nothing`.execute(
        db,
      );
      const { rows: locked } = await sql<{
        made_for: string;
        last_workspace: string | null;
        last_id: string | null;
        done: boolean;
      }>`
        select made_for, last_workspace, last_id, done from search_fill where kind = ${kind.id} for update skip locked`.execute(
        db,
      );
      const [state] = locked;
      if (!state) return false;
      const isBegun = state.made_for === madeFor;
      if (isBegun && state.done) return false;
      const [workspace, id] = isBegun ? [state.last_workspace, state.last_id] : [null, null];
      const after =
        workspace === null || id === null ? sql`true` : sql`(workspace_id, id) > (${workspace}::uuid, ${id}::uuid)`;
      // Locked: a newer text must not be overwritten with the one that was read here.
      const { rows } =
        await sql<StoredText>`select workspace_id, id, title, fields, tags from ${sql.table(kind.partition)}
        where kind = ${sql.lit(kind.id)} and ${after} and deleted_at is null
        order by workspace_id, id limit ${sql.lit(ROWS_PER_STEP)} for no key update`.execute(db);
      const documents = await storedDocuments(db, this.#services, { kind, rows });
      await storeSearchRows(db, documents);
      const last = rows.at(-1);
      const done = rows.length < ROWS_PER_STEP;
      await sql`update search_fill set made_for = ${madeFor}, done = ${done},
        last_workspace = ${done ? null : (last?.workspace_id ?? null)}, last_id = ${done ? null : (last?.id ?? null)} where kind = ${kind.id}`.execute(
        db,
      );
      return !done;
    });
  }
}
