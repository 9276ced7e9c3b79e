import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema, Transaction } from '@cubit/database';
import { convertHistory, type KernelServices } from '@cubit/records';
import type { RegisteredKind, Registry } from '@cubit/core/host';
import { type ProcessLease, processWithout } from '../processes/process-lease.js';
import { type OnStep, RecordProgress } from '../processes/start-progress.js';
import { fillDefaults } from './fill-defaults.js';
import { moduleUpgrade } from './module-upgrade.js';
import type { RecordKey, Upgrade } from './upgrade-step.js';

const RECORDS_PER_STEP = 500;
const LOOK_EVERY_MS = 1_000;

type Db = Kysely<DatabaseSchema>;

/** Ids of the upgrades that have ended. */
export async function finishedUpgrades(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select id from upgrade where done`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** If a kind has no records yet, this version and the database (for programs of an earlier one) write all of them completely. */
export async function skipEmptyUpgrades(
  db: Db,
  { kinds, upgrades }: Registry,
  done: ReadonlySet<string>,
): Promise<void> {
  const all: readonly { readonly id: string; readonly kind: RegisteredKind }[] = [
    ...[...kinds.values()].flatMap(fillDefaults),
    ...upgrades,
  ];
  const open = all.filter(({ id }) => !done.has(id));
  if (open.length === 0) return;
  const empty = sql.join(
    open.map(({ id, kind: { partition } }) => {
      return sql`select ${id}::text as id where not exists (select 1 from ${sql.table(partition)})`;
    }),
    sql` union all `,
  );
  await sql`insert into upgrade (id, done) select id, true from (${empty}) e
    on conflict (id) do update set done = true, last_workspace = null, last_id = null`.execute(db);
}

interface UpgradeOptions {
  readonly lease: ProcessLease;
  readonly onStep: OnStep;
  /** Ends waiting for other processes. */
  readonly signal?: AbortSignal;
}

/**
 * Updates records of earlier versions in small steps. An interrupted upgrade continues where it stopped. One
 * process runs a step, the others wait for it.
 */
export async function runUpgrades(services: KernelServices, options: UpgradeOptions): Promise<void> {
  const { database, registry } = services;
  await convertHistory(services);
  const done = await finishedUpgrades(database.db);
  const isDue = ({ id }: { readonly id: string }) => !done.has(id);
  const fills = [...registry.kinds.values()].flatMap(fillDefaults).filter(isDue);
  for (const upgrade of fills) await runUpgrade(services, upgrade, options);
  const upgrades = registry.upgrades.filter(isDue);
  if (upgrades.length === 0) return;
  await waitForProcesses(services, upgrades, options);
  for (const upgrade of upgrades) await runUpgrade(services, moduleUpgrade(services, upgrade), options);
}

async function runUpgrade({ database, log }: KernelServices, upgrade: Upgrade, options: UpgradeOptions): Promise<void> {
  const step = () => database.transaction((tx) => runStep(tx, upgrade));
  const first = await step();
  if (first === 0) return;
  log.info({ upgrade: upgrade.id }, 'bringing records of an earlier version up to date');
  const total = first + (await countLeft(database.db, upgrade));
  const reason = `migrating: records of an earlier version (${upgrade.id})`;
  const progress = new RecordProgress({ reason, total, log, onStep: options.onStep });
  for (let records = first; records > 0; records = await step()) {
    progress.add(records);
    options.signal?.throwIfAborted();
    await options.lease.keep();
  }
}

/**
 * Upgrades of modules adjust sums by differences: what a process that does not know the upgrade changes meanwhile would be counted
 * twice or not at all.
 */
async function waitForProcesses(
  { database, log }: KernelServices,
  upgrades: readonly { readonly id: string }[],
  { lease, onStep, signal }: UpgradeOptions,
): Promise<void> {
  const ids = upgrades.map(({ id }) => id);
  for (let isLogged = false; ; isLogged = true) {
    const other = await processWithout(database.db, ids);
    if (!other) return;
    const reason = `migrating: Cubit ${other.version} on host ${other.host} must stop before records are upgraded`;
    onStep({ reason });
    if (!isLogged) log.warn({ upgrades: ids }, reason);
    await sleep(LOOK_EVERY_MS, undefined, signal ? { signal } : {});
    await lease.keep();
  }
}

async function countLeft(db: Db, { id, kind, among }: Upgrade): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int from ${sql.table(kind.partition)} r
    join upgrade u on u.id = ${id}
    where r.kind = ${sql.lit(kind.id)} and (r.workspace_id, r.id) > (u.last_workspace, u.last_id) and ${among}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Returns how many records it handled; 0: none is left. */
async function runStep(tx: Transaction, { id, kind, among, take }: Upgrade): Promise<number> {
  const { db } = tx;
  await sql`insert into upgrade (id, done) values (${id}, false) on conflict do nothing`.execute(db);
  const { rows: states } = await sql<{ last_workspace: string | null; last_id: string | null; done: boolean }>`
    select last_workspace, last_id, done from upgrade where id = ${id} for update`.execute(db);
  const state = states[0];
  if (!state || state.done) return 0;
  const { last_workspace: workspace, last_id: last } = state;
  const after = last === null ? sql`true` : sql`(r.workspace_id, r.id) > (${workspace}::uuid, ${last}::uuid)`;
  const { rows } = await sql<RecordKey>`select r.workspace_id, r.id from ${sql.table(kind.partition)} r
    where r.kind = ${sql.lit(kind.id)} and ${after} and ${among} order by r.workspace_id, r.id limit ${sql.lit(RECORDS_PER_STEP)}`.execute(
    db,
  );
  const taken = rows.length === 0 ? 0 : await take(tx, rows);
  const reached = taken === 0 ? undefined : rows[taken - 1];
  await sql`update upgrade set done = ${reached === undefined}, last_workspace = ${reached?.workspace_id ?? null},
    last_id = ${reached?.id ?? null} where id = ${id}`.execute(db);
  return taken;
}
