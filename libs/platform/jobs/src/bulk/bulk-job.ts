import { sql } from 'kysely';
import { fail, notFound } from '@cubit/core';
import { type Actor, type RegisteredKind, roleIncludes, type WorkspaceAccess } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import { type BulkOutcome, type BulkSelection, compileFilter, runMany, shapeIn } from '@cubit/records';
import type { CapabilityHost } from '@cubit/runtime';
import type { JobContext, JobDefinition } from '../job/job-definition.js';

export const BULK_JOB = 'records:bulk';
const STEP = 100;
/** An atomic job locks all its records until it ends. */
const MAX_ATOMIC = 2_000;
const MAX_NAMED = 1_000;

export interface BulkInput extends BulkSelection {
  readonly actor: Actor;
}

interface Skipped {
  readonly kind: string;
  readonly id: string;
  readonly code: string;
  readonly message: string;
}

interface BulkJobResult {
  readonly done: number;
  readonly skipped: number;
  /** The first of them. */
  readonly skipped_records: readonly Skipped[];
}

interface Progress extends BulkJobResult {
  /** Records with later ids are not selected: the operation itself may have created them. */
  readonly until: string;
  readonly after: string;
  readonly total: number;
  readonly finished: boolean;
}

interface Entered {
  readonly workspace: WorkspaceAccess;
  readonly kind: RegisteredKind;
}

/** Runs an operation on all records that a filter selects, in the order of their ids, a hundred in a transaction. */
export function bulkJob(host: CapabilityHost): JobDefinition<BulkInput, BulkJobResult> {
  return {
    async handler(job) {
      const entered = await enter(host, job);
      let state = (job.checkpoint as Progress | null) ?? (await begin(host, job, entered));
      while (!state.finished) {
        job.signal.throwIfAborted();
        state = await step(host, job, { entered, state });
        job.progress(state.done + state.skipped, state.total);
      }
      const { done, skipped, skipped_records } = state;
      return { done, skipped, skipped_records };
    },
  };
}

/** With the present rights of the user who requested it. */
async function enter(host: CapabilityHost, job: JobContext<BulkInput>): Promise<Entered> {
  const { operation, kind: kindId } = job.input;
  const workspace = job.createdBy === null ? null : await host.accessOf(job.workspaceId, job.createdBy);
  if (!workspace || !roleIncludes(workspace.role, 'member'))
    throw fail('forbidden', 'The user who requested this may no longer write in this workspace.');
  const kind = workspace.schema.kinds.has(kindId) ? host.services.registry.kinds.get(kindId) : undefined;
  if (!kind) throw notFound(`Kind '${kindId}'`);
  if (operation.type === 'action' && !workspace.schema.actions.has(operation.action))
    throw notFound(`Action '${operation.action}'`);
  return { workspace, kind };
}

function selected(host: CapabilityHost, { input: { filter } }: JobContext<BulkInput>, { workspace, kind }: Entered) {
  const shape = shapeIn(workspace.schema, kind);
  const condition = compileFilter(shape, filter, { now: host.services.now(), workspaceId: workspace.id });
  return sql`from ${sql.table(kind.partition)}
    where workspace_id = ${workspace.id} and kind = ${sql.lit(kind.id)} and deleted_at is null and (${condition})`;
}

async function begin(host: CapabilityHost, job: JobContext<BulkInput>, entered: Entered): Promise<Progress> {
  const { rows } = await sql<{
    total: number;
    until: string | null;
  }>`select count(*)::int as total, max(id::text) as until
    ${selected(host, job, entered)}`.execute(host.services.database.db);
  const { total = 0, until = null } = rows[0] ?? {};
  if (job.input.atomic && total > MAX_ATOMIC)
    throw fail(
      'validation_failed',
      `An atomic operation takes at most ${MAX_ATOMIC} records; the filter selects ${total}.`,
    );
  job.progress(0, total);
  const first = '00000000-0000-0000-0000-000000000000';
  return {
    done: 0,
    skipped: 0,
    skipped_records: [],
    until: until ?? first,
    after: first,
    total,
    finished: until === null,
  };
}

interface StepOptions {
  readonly entered: Entered;
  readonly state: Progress;
}

function step(host: CapabilityHost, job: JobContext<BulkInput>, { entered, state }: StepOptions): Promise<Progress> {
  const { operation, atomic, actor } = job.input;
  const limit = atomic ? MAX_ATOMIC : STEP;
  return job.transaction(async (tx: Transaction) => {
    const { rows } = await sql<{ id: string }>`select id ${selected(host, job, entered)}
      and id > ${state.after}::uuid and id <= ${state.until}::uuid order by id limit ${limit}`.execute(tx.db);
    const records = rows.map(({ id }) => ({ kind: entered.kind.id, id }));
    const { services, wakeDispatcher: onEvents } = host;
    const parts = { services, tx, workspace: entered.workspace, actor, onEvents };
    const { outcomes } = await runMany(parts, { operation, records, atomic });
    const next = { ...add(state, outcomes), after: rows.at(-1)?.id ?? state.after, finished: rows.length < limit };
    await job.save(tx, next);
    return next;
  });
}

function add(state: Progress, outcomes: readonly BulkOutcome[]): Progress {
  const refused = outcomes.flatMap(({ record, refusal }) =>
    refusal ? [{ ...record, code: refusal.code, message: refusal.message }] : [],
  );
  return {
    ...state,
    done: state.done + outcomes.length - refused.length,
    skipped: state.skipped + refused.length,
    skipped_records: [...state.skipped_records, ...refused].slice(0, MAX_NAMED),
  };
}
