import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../database/schema.js';
import type { KernelServices } from '../kernel/services.js';
import type { RegisteredKind } from '../registry/registered.js';
import type { Registry } from '../registry/registry.js';
import { storeSearchRows } from './search-changes.js';
import { storedDocuments, type StoredText } from './stored-documents.js';

/** Raised when words are told apart in another way: everything is looked through anew. */
const WORDS_VERSION = 2;
const ROWS_PER_STEP = 500;

type Db = Kysely<DatabaseSchema>;

/** What of a kind decides how its records are found. */
function fingerprint({ definition }: RegisteredKind): string {
  const parts = [WORDS_VERSION, definition.search ?? [], definition.access ?? ''];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** Kinds whose records are not all found in the present way. */
async function staleKinds(db: Db, registry: Registry): Promise<readonly RegisteredKind[]> {
  const { rows } = await sql<{
    kind: string;
    made_for: string;
  }>`select kind, made_for from search_fill where done`.execute(db);
  const done = new Map(rows.map((row) => [row.kind, row.made_for]));
  return [...registry.kinds.values()].filter((kind) => done.get(kind.id) !== fingerprint(kind));
}

/** A kind without records has nothing to catch up with. */
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

/** Makes the records findable that were written before their kind was looked into as it is now: in the background, in small steps. */
export class SearchFill {
  readonly #services: KernelServices;
  #stopping = false;
  #running: Promise<void> | null = null;

  constructor(services: KernelServices) {
    this.#services = services;
  }

  start(): void {
    const { log } = this.#services;
    this.#running ??= this.run().catch((error: unknown) =>
      // Goes on from where it was at the next start.
      log.warn({ err: error }, 'catching up with records that the search does not know failed'),
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

  /** False: the kind is done, or another process is at it. */
  #step(kind: RegisteredKind): Promise<boolean> {
    const { database } = this.#services;
    const madeFor = fingerprint(kind);
    return database.transaction(async ({ db }) => {
      await sql`insert into search_fill (kind, made_for, done) values (${kind.id}, ${madeFor}, false) on conflict do nothing`.execute(
        db,
      );
      const { rows: held } = await sql<{
        made_for: string;
        last_workspace: string | null;
        last_id: string | null;
        done: boolean;
      }>`
        select made_for, last_workspace, last_id, done from search_fill where kind = ${kind.id} for update skip locked`.execute(
        db,
      );
      const [state] = held;
      if (!state) return false;
      const isBegun = state.made_for === madeFor;
      if (isBegun && state.done) return false;
      const [workspace, id] = isBegun ? [state.last_workspace, state.last_id] : [null, null];
      const after =
        workspace === null || id === null ? sql`true` : sql`(workspace_id, id) > (${workspace}::uuid, ${id}::uuid)`;
      // Held, so that nobody's newer text is overwritten with what was read here.
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
