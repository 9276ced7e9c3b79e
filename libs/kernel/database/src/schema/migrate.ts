import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { kernelMigrations } from './migrations/index.js';

export interface MigrationSet {
  /**
   * Name of the owner. Each owner has its own migration history, so that migrations of different owners never conflict in order.
   */
  readonly owner: string;
  readonly migrations: Readonly<Record<string, Migration>>;
}

export const KERNEL_MIGRATIONS: MigrationSet = { owner: 'kernel', migrations: kernelMigrations };

/** Brings the tables of every owner up to date, in this order; safe when several processes start at once. */
export async function migrate<Schema>(db: Kysely<Schema>, sets: readonly MigrationSet[]): Promise<void> {
  const executed = await executedMigrations(db, sets);
  for (const set of sets) if (!isUpToDate(set, executed.get(set.owner) ?? [])) await migrateOwner(db, set);
}

function isUpToDate({ migrations }: MigrationSet, executed: readonly string[]): boolean {
  const declared = Object.keys(migrations);
  return declared.length === executed.length && declared.every((name) => executed.includes(name));
}

/**
 * Names of the executed migrations by owner. A migrator reads the columns of every table of the database before it knows that nothing is
 * due, which would take most of a start.
 */
async function executedMigrations<Schema>(
  db: Kysely<Schema>,
  sets: readonly MigrationSet[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = sets.map(({ owner }) => historyTable(owner));
  const { rows: present } = await sql<{ name: string }>`
    select name from unnest(${tables}::text[]) name where to_regclass(quote_ident(name)) is not null`.execute(db);
  const names = new Set(present.map(({ name }) => name));
  const known = sets.filter(({ owner }) => names.has(historyTable(owner)));
  if (known.length === 0) return new Map();
  const histories = known.map(
    ({ owner }) => sql`select ${owner}::text as owner, name from ${sql.table(historyTable(owner))}`,
  );
  const { rows } = await sql<{ owner: string; name: string }>`${sql.join(histories, sql` union all `)}`.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ owner }) => owner)].map(([owner, all]) => [owner, all.map(({ name }) => name)]),
  );
}

function historyTable(owner: string): string {
  return `${owner}_migration`;
}

async function migrateOwner<Schema>(db: Kysely<Schema>, { owner, migrations }: MigrationSet): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
    migrationTableName: historyTable(owner),
    migrationLockTableName: `${owner}_migration_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error(`The migrations of '${owner}' failed.`, { cause: error });
}
