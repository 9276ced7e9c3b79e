import { sql } from 'kysely';
import type { Registry } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import type { KernelServices } from '../workspace/services.js';
import { storeHistory, type WholeChange } from './store-history.js';

const ID = 'kernel/history';
const CHANGES_PER_STEP = 2_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Cursor {
  readonly last_workspace: string | null;
  readonly last_id: string | null;
  readonly last_version: number | null;
}

/**
 * Converts the history that earlier versions wrote (`record_history`, with old and new values) into reverse differences, in steps that remember
 * how far they are, and drops the table. At the start, before anything is answered. Of several processes one does a step, and the others wait.
 */
export async function convertHistory(
  { database, registry, log }: Pick<KernelServices, 'database' | 'registry' | 'log'>,
  changesPerStep = CHANGES_PER_STEP,
): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('record_history') is not null as exists`.execute(
    database.db,
  );
  if (rows[0]?.exists !== true) return;
  log.info({}, 'converting the history of records of an earlier version');
  const step = () => database.transaction((tx) => convertStep(tx, registry, changesPerStep));
  while (await step());
}

/** From the newest change to the oldest, since what a change did follows from later ones. False: there is nothing left. */
async function convertStep({ db }: Transaction, registry: Registry, changesPerStep: number): Promise<boolean> {
  await sql`insert into upgrade (id, done) values (${ID}, false) on conflict do nothing`.execute(db);
  const { rows: locked } = await sql<Cursor & { readonly done: boolean }>`
    select last_workspace, last_id, last_version, done from upgrade where id = ${ID} for update`.execute(db);
  const cursor = locked[0];
  if (!cursor || cursor.done) return false;
  const { last_workspace: workspace, last_id: id, last_version: version } = cursor;
  const left =
    version === null
      ? sql`true`
      : sql`(workspace_id, record_id, version) < (${workspace}::uuid, ${id}::uuid, ${version}::int)`;
  const { rows } = await sql<WholeChange>`
    select workspace_id, record_id, version, kind, operation, at, actor, cause, changes from record_history
    where ${left} order by workspace_id desc, record_id desc, version desc limit ${changesPerStep}`.execute(db);
  await storeHistory(db, registry, rows.map(withUsableActor));
  const last = rows.at(-1);
  if (!last) await sql`drop table record_history`.execute(db);
  await sql`update upgrade set done = ${!last}, last_workspace = ${last?.workspace_id ?? null}, last_id = ${last?.record_id ?? null},
    last_version = ${last?.version ?? null} where id = ${ID}`.execute(db);
  return last !== undefined;
}

/** An archive that was changed by hand could name any text as the credential. */
function withUsableActor({ actor, ...change }: WholeChange): WholeChange {
  const { type, id } = actor.via;
  return { ...change, actor: { ...actor, via: { type, id: id !== null && UUID.test(id) ? id : null } } };
}
