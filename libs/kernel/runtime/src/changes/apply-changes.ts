import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Database, Transaction } from '@cubit/database';
import { type FieldValues, type Logger, type RegisteredKind, SYSTEM_ACTOR } from '@cubit/core/host';
import { insertChanges, titleKey } from '@cubit/records';
import { v7 } from 'uuid';
import type { DeclaredNames, FieldNames } from './declared-names.js';
import { type ModuleData, type RunningPlan, storeModuleData } from './module-data.js';
import type { ModulePlan, PlannedKind } from './plan-changes.js';
import { type OnStep, RecordProgress } from '../processes/start-progress.js';
import { rewriteReferences } from './rewrite-references.js';

const RECORDS_PER_STEP = 500;
const NIL = '00000000-0000-0000-0000-000000000000';

export interface ApplyOptions {
  readonly database: Database;
  readonly names: readonly DeclaredNames[];
  readonly log?: Logger | undefined;
  /** Called before each step. */
  readonly onStep: OnStep;
  /** Renews the lease of this process if it is time. */
  keepLease(): Promise<void>;
}

/**
 * Does what the plan says, in steps of 500 records, each with its progress in one transaction. Killed and called again, it continues where it
 * stopped. Several processes may call it at once: each record is changed once.
 */
export async function applyChanges(plan: ModulePlan, options: ApplyOptions): Promise<void> {
  const { database, log, onStep } = options;
  const { module, from, to } = plan;
  log?.info({ module, from, to }, 'changing records for a later version of a module');
  await database.transaction((tx) => begin(tx, plan));
  for (const planned of plan.kinds) await changeKind(plan, planned, options);
  onStep({ reason: `${module} ${to}: views, wires and indexes` });
  await database.transaction((tx) => finish(tx, plan, options));
}

async function changeKind(plan: ModulePlan, planned: PlannedKind, options: ApplyOptions): Promise<void> {
  const { database, log, onStep, keepLease } = options;
  const reason = `${plan.module} ${plan.to}: records of ${planned.kind.id}`;
  const progress = new RecordProgress({ reason, total: planned.records, log, onStep });
  progress.add(0);
  for (let records = RECORDS_PER_STEP; records === RECORDS_PER_STEP;) {
    records = await database.transaction((tx) => runStep(tx, plan, planned));
    progress.add(records);
    await keepLease();
  }
}

async function begin({ db }: Transaction, plan: ModulePlan): Promise<void> {
  const running: RunningPlan = { version: plan.to, hash: plan.hash, done: [], last: null };
  await sql`update module_data set plan = ${JSON.stringify(running)}::jsonb where module = ${plan.module} and plan is null
    and version = ${plan.from}`.execute(db);
}

/** Locks the plan. Undefined: another process has ended it. */
async function lockPlan({ db }: Transaction, { module, to }: ModulePlan): Promise<RunningPlan | undefined> {
  const { rows } = await sql<
    Pick<ModuleData, 'plan'>
  >`select plan from module_data where module = ${module} for update`.execute(db);
  const plan = rows[0]?.plan;
  return plan?.version === to ? plan : undefined;
}

/** Returns how many records it read; fewer than those of a step: nothing is left of the kind. */
async function runStep(tx: Transaction, plan: ModulePlan, { kind, transform }: PlannedKind): Promise<number> {
  const running = await lockPlan(tx, plan);
  if (!running || running.done.includes(kind.id)) return 0;
  const last = running.last ?? { workspace: NIL, id: NIL };
  const { rows } =
    await sql<Row>`select workspace_id, id, fields, version, title, deleted_at from ${sql.table(kind.partition)}
    where kind = ${sql.lit(kind.id)} and (workspace_id, id) > (${last.workspace}::uuid, ${last.id}::uuid)
    order by workspace_id, id limit ${sql.lit(RECORDS_PER_STEP)} for no key update`.execute(tx.db);
  const end = rows.at(-1);
  if (end)
    await writeRows(tx, { plan, kind, rows: rows.map((row) => ({ ...row, next: transform.apply(row.fields) })) });
  const isDone = rows.length < RECORDS_PER_STEP;
  const next: RunningPlan = {
    ...running,
    done: isDone ? [...running.done, kind.id] : running.done,
    last: isDone || !end ? null : { workspace: end.workspace_id, id: end.id },
  };
  await sql`update module_data set plan = ${JSON.stringify(next)}::jsonb where module = ${plan.module}`.execute(tx.db);
  return rows.length;
}

interface Row {
  readonly workspace_id: string;
  readonly id: string;
  readonly fields: FieldValues;
  readonly version: number;
  readonly title: string;
  readonly deleted_at: Date | null;
}

interface ChangedRow extends Row {
  readonly next: FieldValues;
}

interface ChangedRows {
  readonly plan: ModulePlan;
  readonly kind: RegisteredKind;
  readonly rows: readonly ChangedRow[];
}

async function writeRows(tx: Transaction, { plan, kind, rows }: ChangedRows): Promise<void> {
  const changed = rows.filter(({ fields, next }) => !isDeepStrictEqual(fields, next));
  if (changed.length === 0) return;
  const { db, now } = tx;
  const updates = changed.map(({ workspace_id, id, next, ...row }) => {
    const title = titleOf(kind, next, row.title);
    return { workspace_id, id, fields: next, title, title_key: titleKey(title) };
  });
  await sql`update ${sql.table(kind.partition)} r set fields = x.fields, title = x.title, title_key = x.title_key, version = r.version + 1, updated_at = ${now}
    from json_to_recordset(${JSON.stringify(updates)}::json) as x(workspace_id uuid, id uuid, fields jsonb, title text, title_key text)
    where r.workspace_id = x.workspace_id and r.kind = ${sql.lit(kind.id)} and r.id = x.id`.execute(db);
  // Kinds with a retention have no history.
  if (kind.definition.keepDays === undefined)
    await insertChanges(changed.map((row) => historyRow(row, { plan, kind, at: now }))).execute(db);
  await retireValues(tx, { plan, kind, rows: changed });
  await rewriteReferences(tx, kind, changed);
  await sql`update search_fill set made_for = '', done = false, last_workspace = null, last_id = null where kind = ${kind.id}`.execute(
    db,
  );
}

function titleOf({ definition }: RegisteredKind, fields: FieldValues, title: string): string {
  const { titleField } = definition as { readonly titleField?: string };
  const value = titleField === undefined ? definition.titleOf?.(fields as never) : fields[titleField];
  return typeof value === 'string' && value !== '' ? value : title;
}

/** One entry by the version of the module: what the change replaced. What it made of the record follows from the record. */
function historyRow({ fields, next, ...row }: ChangedRow, { plan, kind, at }: HistoryContext): object {
  const names = new Set([...Object.keys(fields), ...Object.keys(next)]);
  const differing = [...names].filter((name) => !isDeepStrictEqual(fields[name], next[name]));
  return {
    workspace_id: row.workspace_id,
    record_id: row.id,
    version: row.version + 1,
    kind: kind.id,
    operation: 'update',
    at: at.toISOString(),
    user_id: null,
    actor_type: SYSTEM_ACTOR.type,
    via_type: 'module',
    via_id: null,
    via_module: `${plan.module} ${plan.to}`,
    cause: null,
    before: Object.fromEntries(differing.map((name) => [name, fields[name] ?? null])),
    after: null,
  };
}
interface HistoryContext {
  readonly plan: ModulePlan;
  readonly kind: RegisteredKind;
  readonly at: Date;
}

/** Keeps the values of fields that the record no longer has under any name. */
async function retireValues({ db, now }: Transaction, { plan, kind, rows }: ChangedRows): Promise<void> {
  const planned = plan.kinds.find((one) => one.kind.id === kind.id);
  const values = rows.flatMap(({ workspace_id, id, fields }) =>
    Object.entries(fields).flatMap(([field, value]) =>
      planned?.transform.newNameOf(field) === undefined ? [{ workspace_id, record_id: id, field, value }] : [],
    ),
  );
  if (values.length === 0) return;
  await sql`insert into retired_value (workspace_id, record_id, field, module_version, kind, value, retired_at)
    select workspace_id, record_id, field, ${plan.to}, ${kind.id}, value, ${now}
    from json_to_recordset(${JSON.stringify(values)}::json) as x(workspace_id uuid, record_id uuid, field text, value jsonb)
    on conflict do nothing`.execute(db);
}

async function finish(tx: Transaction, plan: ModulePlan, { names }: ApplyOptions): Promise<void> {
  const { db, now } = tx;
  const running = await lockPlan(tx, plan);
  if (!running) return;
  const renames: FieldNames = new Map(
    plan.kinds.map(({ kind, transform }) => [kind.id, (field: string) => transform.newNameOf(field)]),
  );
  for (const part of names) await part.rename(db, renames);
  for (const { kind } of plan.kinds) await dropIndexes(tx, kind);
  await sql`update workspace set schema_version = schema_version + 1
    where id in (select workspace_id from workspace_module where module = ${plan.module})`.execute(db);
  await storeModuleData(db, [plan.declared], now);
  await sql`insert into audit_log (id, workspace_id, at, user_id, actor, action, target, address)
    values (${v7()}, null, ${now}, null, ${JSON.stringify(SYSTEM_ACTOR)}::jsonb, 'module.changed',
      ${JSON.stringify({ module: plan.module, from: plan.from, to: plan.to, plan: plan.hash })}::jsonb, null)`.execute(
    db,
  );
}

/** Indexes of fields may be of earlier names or types. The start creates those of the present ones. */
async function dropIndexes({ db }: Transaction, { partition }: RegisteredKind): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select 'drop index ' || quote_ident(indexname) as statement from pg_indexes
      where tablename = ${partition} and schemaname = current_schema() and indexdef like '%fields%'
        and indexname like ${`${partition.replaceAll('_', '\\_')}\\_%`}
    union all select 'drop statistics ' || quote_ident(stxname) from pg_statistic_ext where stxrelid = to_regclass(${partition})`.execute(
    db,
  );
  for (const { statement } of rows) await sql.raw(statement).execute(db);
}
