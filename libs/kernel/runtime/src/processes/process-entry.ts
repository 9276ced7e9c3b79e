import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema, Release } from '@cubit/database';

type Db = Kysely<DatabaseSchema>;

/** Of a process that runs: its row is not older. */
export const LAPSED = sql.lit('10 seconds');
/** Longer than a killed process counts as running. */
const OTHERS_WAIT_MS = 14_000;
const OTHERS_LOOK_MS = 500;
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** Rows of killed processes are of use to nobody after this. */
const FORGOTTEN = sql.lit('1 hour');

/** A row of `instance_process`. */
export interface ProcessEntry {
  readonly id: string;
  readonly release: Pick<Release, 'version' | 'level'>;
  readonly roles: readonly string[];
  /** Ids of the upgrades of modules that the process knows. Default none. */
  readonly upgrades?: readonly string[];
  /** Versions of its modules by name. Default: they are not known yet, so each may have any version. */
  readonly modules?: Readonly<Record<string, string>>;
  readonly startedAt: Date;
}

/** Enters a process, or renews its entry. The row is written as a whole: the table is empty after a crash of the database. */
export async function enterProcess(db: Db, entry: ProcessEntry): Promise<void> {
  const { id, release, roles, upgrades = [], modules = {}, startedAt } = entry;
  await sql`with forgotten as (delete from instance_process where seen_at < now() - interval ${FORGOTTEN} and id <> ${id})
    insert into instance_process (id, version, level, roles, host, upgrades, modules, started_at, seen_at)
    values (${id}, ${release.version}, ${release.level}, ${roles}::text[], ${hostname()}, ${upgrades}::text[],
      ${JSON.stringify(modules)}::jsonb, ${startedAt}, now())
    on conflict (id) do update set seen_at = excluded.seen_at, upgrades = excluded.upgrades, modules = excluded.modules`.execute(
    db,
  );
}

export async function leaveProcess(db: Db, id: string): Promise<void> {
  await sql`delete from instance_process where id = ${id}`.execute(db);
}

/** `id`: this process, which does not count. */
export async function isAnotherProcessRunning(db: Db, id = NOBODY): Promise<boolean> {
  const { rows } = await sql<{ running: boolean }>`select exists (select from instance_process
    where id <> ${id} and seen_at > now() - interval ${LAPSED}) as running`.execute(db);
  return rows[0]?.running === true;
}

/** A process that entered itself. Ages are in seconds. */
export interface SeenProcess {
  readonly version: string;
  readonly roles: readonly string[];
  readonly host: string;
  /** Since its start. */
  readonly age: number;
  /** Since it renewed its entry. */
  readonly seenAgo: number;
  /** False: its entry has lapsed, because it was killed or lost the database. */
  readonly running: boolean;
}

/** Processes of the last hour, without those that ended their entry; the oldest first. */
export async function readProcesses(db: Db): Promise<readonly SeenProcess[]> {
  const { rows } = await sql<SeenProcess>`select version, roles, host,
      extract(epoch from now() - started_at)::float8 as age, extract(epoch from now() - seen_at)::float8 as "seenAgo",
      seen_at > now() - interval ${LAPSED} as running
    from instance_process order by started_at`.execute(db);
  return rows;
}

/** Looks for what other processes are doing until there is nothing. Returns null then, and what there still is after 14 s. */
export async function waitForOthers<Other>(look: () => Promise<Other | null>): Promise<Other | null> {
  for (const deadline = performance.now() + OTHERS_WAIT_MS; ; await sleep(OTHERS_LOOK_MS)) {
    const found = await look();
    if (found === null || performance.now() > deadline) return found;
  }
}
