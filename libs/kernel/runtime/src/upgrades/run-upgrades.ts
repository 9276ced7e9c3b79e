import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema, Transaction } from '@cubit/database';
import { convertHistory, type KernelServices } from '@cubit/records';
import type { RegisteredKind, Registry } from '@cubit/core/host';
import { fillDefaults } from './fill-defaults.js';
import { moduleUpgrade } from './module-upgrade.js';
import type { RecordKey, Upgrade } from './upgrade-step.js';

const RECORDS_PER_STEP = 500;

type Db = Kysely<DatabaseSchema>;

async function finished(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select id from upgrade where done`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** If a kind has no records yet, this version will write all of them. */
export async function skipEmptyUpgrades(db: Db, { kinds, upgrades }: Registry): Promise<void> {
  const done = await finished(db);
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

/**
 * Updates records of earlier versions in small steps. An interrupted upgrade continues where it stopped. One
 * process runs a step, the others wait for it.
 */
export async function runUpgrades(services: KernelServices): Promise<void> {
  const { database, registry, log } = services;
  await convertHistory(services);
  const done = await finished(database.db);
  const upgrades = [
    ...[...registry.kinds.values()].flatMap(fillDefaults),
    ...registry.upgrades.map((upgrade) => moduleUpgrade(services, upgrade)),
  ];
  for (const upgrade of upgrades.filter(({ id }) => !done.has(id))) {
    const step = () => database.transaction((tx) => runStep(tx, upgrade));
    if (!(await step())) continue;
    log.info({ upgrade: upgrade.id }, 'bringing records of an earlier version up to date');
    while (await step());
  }
}

/** False: nothing is left. */
async function runStep(tx: Transaction, { id, kind, among, take }: Upgrade): Promise<boolean> {
  const { db } = tx;
  await sql`insert into upgrade (id, done) values (${id}, false) on conflict do nothing`.execute(db);
  const { rows: states } = await sql<{ last_workspace: string | null; last_id: string | null; done: boolean }>`
    select last_workspace, last_id, done from upgrade where id = ${id} for update`.execute(db);
  const state = states[0];
  if (!state || state.done) return false;
  const { last_workspace: workspace, last_id: last } = state;
  const after = last === null ? sql`true` : sql`(r.workspace_id, r.id) > (${workspace}::uuid, ${last}::uuid)`;
  const { rows } = await sql<RecordKey>`select r.workspace_id, r.id from ${sql.table(kind.partition)} r
    where r.kind = ${sql.lit(kind.id)} and ${after} and ${among} order by r.workspace_id, r.id limit ${sql.lit(RECORDS_PER_STEP)}`.execute(
    db,
  );
  const reached = rows.length === 0 ? undefined : rows[(await take(tx, rows)) - 1];
  await sql`update upgrade set done = ${reached === undefined}, last_workspace = ${reached?.workspace_id ?? null},
    last_id = ${reached?.id ?? null} where id = ${id}`.execute(db);
  return reached !== undefined;
}
