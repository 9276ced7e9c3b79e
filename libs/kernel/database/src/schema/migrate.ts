import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { DDL_LOCK_WAIT, withLockRetries } from './lock-retries.js';
import { kernelMigrations } from './migrations/index.js';
import { isContract, readLevels, recordLevels } from './migration-levels.js';
import { type Release, releaseOf } from './level.js';

export interface MigrationSet {
  /**
   * Name of the owner. Each owner has its own migration history, so that migrations of different owners never conflict in order.
   */
  readonly owner: string;
  readonly migrations: Readonly<Record<string, TableMigration>>;
}

export interface TableMigration extends Migration {
  /**
   * False: for `create index concurrently`, which PostgreSQL refuses in a transaction. It must be safe to repeat. The migrations before it and after it
   * are two transactions. Default true.
   */
  readonly transaction?: boolean;
}

export interface MigrateOptions {
  /** Default: that of this source. */
  readonly release?: Release;
  /** Also runs migrations that programs of the level below cannot work with. Default true. */
  readonly contracts?: boolean;
  /** Called once if another transaction holds a lock for long. */
  readonly onWait?: (owner: string) => void;
}

export const KERNEL_MIGRATIONS: MigrationSet = { owner: 'kernel', migrations: kernelMigrations };

/**
 * Brings the tables of every owner up to date, in this order; safe when several processes start at once. Throws
 * `ReleaseConflictError` if a later version made the tables unusable for this one.
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  sets: readonly MigrationSet[],
  { release = releaseOf(), contracts = true, onWait }: MigrateOptions = {},
): Promise<void> {
  const levels = await readLevels(db, release);
  const executed = await executedMigrations(db, sets);
  for (const { owner, migrations } of sets) {
    const done = executed.get(owner) ?? [];
    const own = Object.entries(migrations).filter(([name]) => contracts || !isContract(name));
    const due = own.filter(([name]) => !done.includes(name));
    if (due.length > 0) {
      // Kysely refuses executed migrations without a definition: those of later versions, and contracts.
      const executedHere = own.filter(([name]) => done.includes(name));
      const others = done.filter((name) => levels.get(owner)?.has(name) === true);
      const executedBefore = [...others.map((name) => [name, DONE] as const), ...executedHere];
      await migrateOwner(db, { owner, executed: executedBefore, due, onWait });
    }
    const unrecorded = own.flatMap(([name]) => (levels.get(owner)?.has(name) ? [] : [name]));
    if (unrecorded.length > 0) await recordLevels(db, { owner, names: unrecorded, release });
  }
}

const DONE: TableMigration = { up: () => Promise.resolve() };

/** Whether a migration did not run yet. */
export async function isMigrationDue<Schema>(
  db: Kysely<Schema>,
  sets: readonly MigrationSet[],
  options: Pick<MigrateOptions, 'release' | 'contracts'> = {},
): Promise<boolean> {
  return (await dueMigrations(db, sets, options)).length > 0;
}

/**
 * Names of migrations that did not run yet: `kernel 0007-upgrades`. Reads only. Throws `ReleaseConflictError` if a later version made the tables
 * unusable for this one.
 */
export async function dueMigrations<Schema>(
  db: Kysely<Schema>,
  sets: readonly MigrationSet[],
  { release = releaseOf(), contracts = true }: Pick<MigrateOptions, 'release' | 'contracts'> = {},
): Promise<readonly string[]> {
  await readLevels(db, release);
  const executed = await executedMigrations(db, sets);
  return sets.flatMap(({ owner, migrations }) =>
    Object.keys(migrations)
      .filter((name) => (contracts || !isContract(name)) && executed.get(owner)?.includes(name) !== true)
      .map((name) => `${owner} ${name}`),
  );
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

type NamedMigration = readonly [name: string, migration: TableMigration];

interface OwnerMigration {
  readonly owner: string;
  readonly executed: readonly NamedMigration[];
  readonly due: readonly NamedMigration[];
  readonly onWait: MigrateOptions['onWait'];
}

async function migrateOwner<Schema>(
  db: Kysely<Schema>,
  { owner, executed, due, onWait }: OwnerMigration,
): Promise<void> {
  const known = new Map(executed);
  try {
    for (const { migrations, transaction } of segmentsOf(due)) {
      for (const [name, migration] of migrations) known.set(name, migration);
      const set = { owner, migrations: Object.fromEntries(known) };
      await withLockRetries(
        () => runMigrations(db, set, !transaction),
        () => onWait?.(owner),
      );
    }
  } catch (error) {
    throw new Error(`The migrations of '${owner}' failed.`, { cause: error });
  }
}

interface Segment {
  readonly migrations: NamedMigration[];
  readonly transaction: boolean;
}

/** Migrations that follow each other, and run in one transaction or all without. */
function segmentsOf(due: readonly NamedMigration[]): readonly Segment[] {
  const segments: Segment[] = [];
  for (const named of due.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const { transaction = true } = named[1];
    const last = segments.at(-1);
    if (last?.transaction === transaction) last.migrations.push(named);
    else segments.push({ migrations: [named], transaction });
  }
  return segments;
}

async function runMigrations<Schema>(
  db: Kysely<Schema>,
  { owner, migrations }: MigrationSet,
  disableTransactions: boolean,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql.raw(`set lock_timeout = '${DDL_LOCK_WAIT}'`).execute(connection);
    try {
      const migrator = new Migrator({
        db: connection,
        provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
        migrationTableName: historyTable(owner),
        migrationLockTableName: `${owner}_migration_lock`,
        allowUnorderedMigrations: true,
        disableTransactions,
      });
      const { error } = await migrator.migrateToLatest();
      if (error !== undefined)
        throw error instanceof Error ? error : new Error('A migration failed.', { cause: error });
    } finally {
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}
