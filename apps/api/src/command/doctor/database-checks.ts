import { unfinishedRestore } from '@cubit/backup';
import { dueMigrations, extensionsMend, missingExtensions, releaseOf } from '@cubit/database';
import { migrationSets } from '@cubit/runtime';
import { programVersion } from '../../program-version.js';
import {
  bad,
  type Check,
  duration,
  type Finding,
  type InspectedDatabase,
  listed,
  ok,
  onDatabase,
  skipped,
  warning,
} from './check.js';
import { capabilitiesOf } from './inspected-modules.js';

const LEAST_POSTGRES = 15;
/** `server_version_num` is 180004 for 18.4. */
const PER_MAJOR = 10_000;
/** Of the queue of a process, without Redis. */
const QUEUE_CONNECTIONS = 12;
const MANY_CONNECTIONS = 0.8;
const CLOCK_LIMIT_MS = 5_000;
const SECRET_BYTES = 32;
const BLOATED_ROWS = 100_000;
/** An operator's server copies its backups by other means, so an old one is only a reminder. */
const OLD_BACKUP_S = 26 * 3_600;

const database: Check = {
  name: 'database',
  run: async ({ database: opened, databaseFinding }) => {
    if (opened === null) return databaseFinding ?? skipped('The database cannot be read.');
    const begun = performance.now();
    const [row] = await opened.read<{ version: string; number: number; standby: boolean }>(
      `select split_part(current_setting('server_version'), ' ', 1) as version,
        current_setting('server_version_num')::int as number, pg_is_in_recovery() as standby`,
      [],
    );
    const { version = '', number = 0, standby = false } = row ?? {};
    const detail = `PostgreSQL ${version} answers in ${Math.ceil(performance.now() - begun)} ms.`;
    if (number < LEAST_POSTGRES * PER_MAJOR) return bad(detail, `Use PostgreSQL ${LEAST_POSTGRES} or newer.`);
    if (standby)
      return bad(`${detail} It is a standby, which refuses changes.`, 'Set DATABASE_URL to the primary server.');
    return ok(detail);
  },
};

const extensions = onDatabase('extensions', async ({ database: { db } }) => {
  const missing = await missingExtensions(db);
  if (missing.length === 0) return ok('The extensions of the search are there.');
  return bad(`The database lacks ${missing.join(' and ')}.`, extensionsMend(missing));
});

const encoding = onDatabase('encoding', async (inspected) => {
  const [row] = await inspected.database.read<{
    encoding: string;
    collation: string;
    stored: string | null;
    actual: string | null;
  }>(
    `select pg_encoding_to_char(encoding) as encoding, datcollate as collation, datcollversion as stored,
      pg_database_collation_actual_version(oid) as actual from pg_database where datname = current_database()`,
    [],
  );
  if (!row) return skipped('The database is not listed.');
  const detail = `Encoding ${row.encoding}, collation ${row.collation}.`;
  if (row.encoding !== 'UTF8')
    return bad(detail, 'Create a database with `encoding UTF8 template template0`, and restore a backup into it.');
  if (row.stored !== null && row.actual !== null && row.stored !== row.actual)
    return warning(
      `${detail} Its indexes were built with version ${row.stored} of the collation; the system has ${row.actual}.`,
      'Run `reindex database` and then `alter database ... refresh collation version`.',
    );
  return ok(detail);
});

const connections = onDatabase('connections', async ({ database: opened, configuration, processes }) => {
  const [row] = await opened.read<{ most: number; used: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`,
    [],
  );
  const { most = 0, used = 0 } = row ?? {};
  const running = processes.filter((one) => one.running).length;
  const each = configuration.databaseConnections + (configuration.redisUrl === null ? QUEUE_CONNECTIONS : 0);
  const needed = Math.max(1, running) * each;
  const detail = `${used} of ${most} are open; ${Math.max(1, running)} processes with these settings open up to ${needed}.`;
  return needed > most * MANY_CONNECTIONS
    ? warning(detail, 'Raise max_connections of PostgreSQL, or lower DATABASE_CONNECTIONS of the processes.')
    : ok(detail);
});

interface RoleRow {
  readonly create: boolean;
  readonly foreign: readonly string[];
  readonly settings: readonly string[];
}

const role = onDatabase('role', async ({ database: opened }) => {
  const [row] = await opened.read<RoleRow>(
    `select has_schema_privilege(current_schema(), 'create') as create,
      array(select relname::text from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
        and not pg_has_role(relowner, 'usage') order by 1) as foreign,
      array(select s from pg_db_role_setting, unnest(setconfig) s where setdatabase in (0, (select oid from pg_database where datname = current_database()))
        and setrole in (0, (select oid from pg_roles where rolname = current_user)) order by 1) as settings`,
    [],
  );
  if (!row) return skipped('The role has no schema.');
  // Values may be anything, so only names are shown.
  const names = row.settings.map((one) => one.split('=')[0] ?? '');
  if (!row.create)
    return bad(
      'The user may not create tables.',
      'Run `grant create on schema public to <user>` as the owner of the database.',
    );
  if (row.foreign.length > 0)
    return bad(
      `The user does not own ${row.foreign.length} tables (${listed(row.foreign)}), so no upgrade can change them.`,
      'Run `reassign owned by <owner> to <user>` as an administrator of the database.',
    );
  if (row.settings.some((one) => /^default_transaction_read_only=(?:on|true|yes|1)$/.test(one)))
    return bad(
      'The database sets default_transaction_read_only for this user, so nothing can be saved.',
      'Run `alter role ... reset default_transaction_read_only`, or the same for the database.',
    );
  return ok(
    `The user may change the tables. Set for it in the database: ${names.length === 0 ? 'nothing' : names.join(', ')}.`,
  );
});

const migrations = onDatabase('migrations', async (inspected) => {
  const { database: opened, configuration } = inspected;
  if (await isEmpty(inspected)) return skipped('The database is empty; the first start creates the tables.');
  const sets = migrationSets(capabilitiesOf(inspected));
  const release = releaseOf(programVersion());
  let due: readonly string[];
  try {
    due = await dueMigrations(opened.db, sets, { release });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ReleaseConflictError') throw error;
    return bad(error.message, 'Install that version of Cubit, or restore a backup of before.');
  }
  const contracts = due.filter((name) => / \d+-contract-/.test(name));
  const pending = due.filter((name) => !contracts.includes(name));
  if (pending.length > 0)
    return bad(
      `${pending.length} did not run yet: ${listed(pending)}.`,
      configuration.migrate
        ? 'Make a backup, and restart the program: the start runs them.'
        : 'Make a backup, and run `cubit migrate`.',
    );
  return unfinishedUpgrades(inspected, contracts);
});

async function isEmpty({ database: opened }: InspectedDatabase): Promise<boolean> {
  const [row] = await opened.read<{ empty: boolean }>(`select to_regclass('kernel_migration') is null as empty`, []);
  return row?.empty === true;
}

async function unfinishedUpgrades(
  { database: opened, processes }: InspectedDatabase,
  contracts: readonly string[],
): Promise<Finding> {
  const upgrades = await opened.read<{ id: string }>('select id from upgrade where not done order by id', []);
  const waiting = contracts.length === 0 ? '' : ` Waiting until no earlier version runs: ${listed(contracts)}.`;
  if (upgrades.length === 0) return ok(`All have run.${waiting}`);
  const detail = `All have run. Upgrades of records that are not complete: ${listed(upgrades.map(({ id }) => id))}.${waiting}`;
  return processes.some((one) => one.running)
    ? ok(detail)
    : warning(detail, 'Start the program, which completes them.');
}

const restore = onDatabase('restore', async ({ database: opened }) => {
  const file = await unfinishedRestore(opened);
  if (file === null) return ok('No restore was interrupted.');
  return bad(
    `The restore of '${file}' into this database was interrupted.`,
    'Restore the backup again with `cubit restore`.',
  );
});

const clock = onDatabase('clock', async ({ database: opened }) => {
  const before = Date.now();
  const [row] = await opened.read<{ now: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
    [],
  );
  return clockFinding(row?.now ?? Number.NaN, before, Date.now());
});

/** `database`: its time, read between `before` and `after` of the program. In milliseconds. */
export function clockFinding(time: number, before: number, after: number): Finding {
  const apart = Math.max(before - time, time - after, 0);
  if (apart <= CLOCK_LIMIT_MS) return ok('The clocks of this machine and of the database agree.');
  return bad(
    `The clocks of this machine and of the database are ${duration(apart / 1_000)} apart.`,
    'Synchronize both with a time server (chrony, systemd-timesyncd).',
  );
}

const indexes = onDatabase('indexes', async ({ database: opened }) => {
  const invalid = await opened.read<{ name: string }>(
    `select c.relname::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where not i.indisvalid and c.relkind = 'i' and c.relnamespace = current_schema()::regnamespace
        and not exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid) order by 1`,
    [],
  );
  const names = invalid.map(({ name }) => name);
  if (names.length > 0)
    return bad(
      `Invalid: ${listed(names)}. Queries do not use them.`,
      `Run \`reindex index concurrently ${names[0] ?? ''}\` for each.`,
    );
  const bloated = await opened.read<{ name: string }>(
    `select relname::text as name from pg_stat_user_tables where n_dead_tup > $1 and n_dead_tup > n_live_tup order by n_dead_tup desc`,
    [BLOATED_ROWS],
  );
  if (bloated.length === 0) return ok('All are valid, and no table has more dead rows than others.');
  return warning(
    `More dead rows than others: ${listed(bloated.map(({ name }) => name))}.`,
    'Run `vacuum (analyze)`, and look for transactions that stay open and for autovacuum being off.',
  );
});

const secrets = onDatabase('secrets', async ({ database: opened }) => {
  const [row] = await opened.read<{ bytes: number }>(
    `select octet_length(value) as bytes from instance_secret where name = 'secret-box'`,
    [],
  );
  const mend = 'Restore a backup: what is sealed cannot be opened with another key.';
  if (!row) return bad('The key that seals stored secrets is gone.', mend);
  return row.bytes < SECRET_BYTES
    ? bad('The key that seals stored secrets is too short.', mend)
    : ok('The key that seals stored secrets is there.');
});

const owners = onDatabase('owners', async ({ database: opened }) => {
  const rows = await opened.read<{ slug: string }>(
    `select slug from workspace w where deleted_at is null
      and not exists (select from member m where m.workspace_id = w.id and m.role = 'owner') order by slug`,
    [],
  );
  if (rows.length === 0) return ok('Every workspace has an owner.');
  return warning(
    `Without an owner: ${listed(rows.map(({ slug }) => slug))}.`,
    `Make a member the owner: update member set role = 'owner' where workspace_id = ... and user_id = ...;`,
  );
});

const backup = onDatabase('backup', async ({ database: opened }) => {
  const [row] = await opened.read<{ age: number }>(
    `select extract(epoch from now() - at)::float8 as age from audit_log
      where workspace_id is null and action = 'backup.written' order by id desc limit 1`,
    [],
  );
  if (!row) return skipped('No backup was made by `cubit backup`. Backups by other tools are not recorded.');
  const detail = `The newest one by \`cubit backup\` is ${duration(row.age)} old.`;
  return row.age > OLD_BACKUP_S
    ? warning(detail, 'Run `cubit backup` every day, and keep the file on another machine.')
    : ok(detail);
});

export const DATABASE_CHECKS = {
  database,
  extensions,
  encoding,
  connections,
  role,
  migrations,
  restore,
  clock,
  indexes,
  secrets,
  owners,
  backup,
};
