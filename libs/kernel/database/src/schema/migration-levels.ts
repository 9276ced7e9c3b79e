import { sql, type Kysely } from 'kysely';
import { type Release, ReleaseConflictError } from './level.js';

const CONTRACT = /^\d+-contract-/;

/** Programs of the level below cannot work with the tables after a contract. */
export function isContract(name: string): boolean {
  return CONTRACT.test(name);
}

interface LevelRow {
  readonly owner: string;
  readonly name: string;
  readonly min_level: number;
  readonly version: string;
  readonly min_version: string;
}

async function isTable<Schema>(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('migration_level') is not null as found`.execute(
    db,
  );
  return rows[0]?.found === true;
}

/** Executed migrations by owner. Throws `ReleaseConflictError` if one of them needs a later version. */
export async function readLevels<Schema>(
  db: Kysely<Schema>,
  { level, version }: Release,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (!(await isTable(db))) return new Map();
  const { rows } = await sql<LevelRow>`select * from migration_level order by min_level desc`.execute(db);
  const [highest] = rows;
  if (highest && highest.min_level > level)
    throw new ReleaseConflictError(
      `The database was written by Cubit ${highest.version} and needs ${highest.min_version} or newer; this is ${version}.`,
    );
  const byOwner = Map.groupBy(rows, ({ owner }) => owner);
  return new Map([...byOwner].map(([owner, all]) => [owner, new Set(all.map(({ name }) => name))]));
}

interface Executed {
  readonly owner: string;
  readonly names: readonly string[];
  readonly release: Release;
}

/** Programs of the level below can use the tables after a migration that expands them, and not after one that contracts them. */
export async function recordLevels<Schema>(
  db: Kysely<Schema>,
  { owner, names, release: { version, level, previousVersion } }: Executed,
): Promise<void> {
  // The first set creates the table; a set on its own has none.
  if (!(await isTable(db))) return;
  await sql`insert into migration_level (owner, name, min_level, version, min_version)
    select ${owner}, name,
      case when name ~ '^[0-9]+-contract-' then ${level}::int else ${level - 1}::int end, ${version}::text,
      case when name ~ '^[0-9]+-contract-' then ${version}::text else ${previousVersion}::text end
    from unnest(${names}::text[]) name on conflict do nothing`.execute(db);
}
