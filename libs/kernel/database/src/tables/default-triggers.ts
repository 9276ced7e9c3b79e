import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../schema/schema.js';
import { DDL_LOCK_WAIT, withLockRetries } from '../schema/lock-retries.js';
import { PREPARE_LOCK } from './partitions.js';

/** Fields that every record of a kind has. */
export interface KindDefaults {
  /** Table name. */
  readonly partition: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Identifies the values. */
  readonly hash: string;
  /** A program has already filled these values in: other values in place of them are those of a later version. */
  readonly isKnown: boolean;
}

const PREFIX = 'defaults_';

/**
 * The database fills in defaults that a program leaves out: a program of an earlier version, which runs beside this one or after it,
 * does not know the fields of this version. The condition is evaluated without a function call, so complete records cost little.
 */
export async function ensureDefaultTriggers(
  db: Kysely<DatabaseSchema>,
  defaults: readonly KindDefaults[],
): Promise<void> {
  const missing = missingFrom(await presentTriggers(db), defaults);
  if (missing.length === 0) return;
  const create = async (tx: Kysely<DatabaseSchema>) => {
    await sql`select pg_advisory_xact_lock(${PREPARE_LOCK})`.execute(tx);
    await sql.raw(`set local lock_timeout = '${DDL_LOCK_WAIT}'`).execute(tx);
    const present = await presentTriggers(tx);
    const statements = missingFrom(present, defaults).flatMap((kind) => triggerStatements(kind, present));
    if (statements.length > 0) await sql.raw(statements.join(';\n')).execute(tx);
  };
  await withLockRetries(() => db.transaction().execute(create));
}

/** Names of triggers by partition. */
async function presentTriggers(db: Kysely<DatabaseSchema>): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ partition: string; name: string }>`
    select relname as partition, tgname as name from pg_trigger join pg_class c on c.oid = tgrelid
    where not tgisinternal and starts_with(tgname, ${PREFIX})`.execute(db);
  return new Map(rows.map(({ partition, name }) => [partition, name]));
}

function missingFrom(present: ReadonlyMap<string, string>, defaults: readonly KindDefaults[]): readonly KindDefaults[] {
  return defaults.filter(({ partition, hash, isKnown }) => {
    const name = present.get(partition);
    return name === undefined || (name !== PREFIX + hash && !isKnown);
  });
}

function triggerStatements({ partition, values, hash }: KindDefaults, present: ReadonlyMap<string, string>): string[] {
  const replaced = present.get(partition);
  // Names of fields consist of letters, digits and underscores.
  const names = Object.keys(values).map((name) => `'${name}'`);
  const text = JSON.stringify(values).replaceAll("'", "''");
  const created = `create trigger ${PREFIX}${hash} before insert on ${partition} for each row
    when (not (new.fields ?& array[${names.join(', ')}])) execute function record_fill_defaults('${text}')`;
  return replaced === undefined ? [created] : [`drop trigger ${replaced} on ${partition}`, created];
}
