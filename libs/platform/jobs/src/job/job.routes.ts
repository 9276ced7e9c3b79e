import { sql } from 'kysely';
import { Type } from 'typebox';
import { actorOf, callerOf, roleIncludes, type RouteDefinition, workspaceOf, workspaceParam } from '@cubit/core/host';
import { fail, idParam, listSchema, notFound, pageQuery, readPage } from '@cubit/core';
import { countRows, type Database, defineRoute } from '@cubit/database';
import type { JobState } from '@cubit/web-contract';
import type { JobDefinition } from './job-definition.js';
import { withJobs, type JobDatabase } from './job-row.js';
import { Job, JobStateName, showJob } from './job-schema.js';
import { refusalOf, undoUntil, type UndoableRow, type UndoInput } from './job-undo.js';
import type { Jobs } from './jobs.js';

const TAG = 'Jobs';
const PATH = '/api/v1/orgs/{workspace}/jobs';
const listParams = Type.Object({ workspace: workspaceParam });
const jobParams = Type.Object({ workspace: workspaceParam, id: idParam('Id of the job.') });

interface JobRouteOptions {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly definitions: ReadonlyMap<string, JobDefinition>;
  /** Retention of finished jobs, in days. */
  readonly keptDays: number;
  readonly now: () => Date;
}

export function jobRoutes(options: JobRouteOptions): readonly RouteDefinition[] {
  return [listRoute(options), getRoute(options), cancelRoute(options), undoRoute(options)];
}

function jobsOf(db: JobDatabase, workspaceId: string) {
  return withJobs(db).selectFrom('job').where('workspace_id', '=', workspaceId);
}

const undoState = sql<JobState | null>`(select undo.state from job undo
  where undo.workspace_id = job.workspace_id and undo.id = job.undone_by)`.as('undo_state');

function shownBy({ definitions, keptDays, now }: JobRouteOptions) {
  return (row: UndoableRow) => showJob(row, undoUntil(row, { undo: definitions.get(row.type)?.undo, keptDays }, now()));
}

function listRoute(options: JobRouteOptions): RouteDefinition {
  const { database } = options;
  return defineRoute({
    operationId: 'listJobs',
    method: 'GET',
    path: PATH,
    summary: 'List jobs, newest first',
    tag: TAG,
    access: 'viewer',
    params: listParams,
    query: Type.Object(
      {
        ...pageQuery,
        state: Type.Optional(JobStateName),
        type: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      },
      { additionalProperties: false },
    ),
    responses: { 200: { description: 'A page of jobs.', schema: listSchema(Job) } },
    errors: ['invalid_cursor'],
    async handler({ query, ...request }) {
      const { id: workspaceId } = workspaceOf(request);
      const { state, type } = query;
      const matching = jobsOf(database.db, workspaceId)
        .$if(state !== undefined, (rows) => rows.where('state', '=', state ?? 'queued'))
        .$if(type !== undefined, (rows) => rows.where('type', '=', type ?? ''));
      const page = await readPage(query, {
        list: `jobs/${workspaceId}/${state ?? ''}/${type ?? ''}`,
        sortedBy: ['timestamptz', 'uuid'],
        rows(after, limit) {
          const rest = after
            ? matching.where(({ eb, refTuple, tuple }) =>
                eb(refTuple('created_at', 'id'), '<', tuple(new Date(after[0]), after[1])),
              )
            : matching;
          return rest
            .selectAll()
            .select(undoState)
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .limit(limit)
            .execute();
        },
        total: () => countRows(matching),
        valuesOf: ({ created_at: at, id }) => [at.toISOString(), id],
      });
      return { status: 200, body: { ...page, data: page.data.map(shownBy(options)) } };
    },
  });
}

function getRoute(options: JobRouteOptions): RouteDefinition {
  const { database } = options;
  return defineRoute({
    operationId: 'getJob',
    method: 'GET',
    path: `${PATH}/{id}`,
    summary: 'Get a job',
    tag: TAG,
    access: 'viewer',
    params: jobParams,
    responses: { 200: { description: 'The job.', schema: Job } },
    errors: ['not_found'],
    async handler(request) {
      const { id: workspaceId } = workspaceOf(request);
      const row = jobsOf(database.db, workspaceId).selectAll().select(undoState).where('id', '=', request.params.id);
      return { status: 200, body: shownBy(options)(await row.executeTakeFirstOrThrow(() => notFound('Job'))) };
    },
  });
}

function cancelRoute({ jobs }: JobRouteOptions): RouteDefinition {
  return defineRoute({
    operationId: 'cancelJob',
    method: 'DELETE',
    path: `${PATH}/{id}`,
    summary: 'Cancel a job',
    description:
      'A queued job is cancelled at once. A running job is asked to stop and becomes `cancelled` when it has stopped; its completed work stays. ' +
      'The member who created a job and admins can cancel it.',
    tag: TAG,
    access: 'member',
    params: jobParams,
    responses: { 204: { description: 'The job is cancelled, or will stop.' } },
    errors: ['not_found', 'conflict', 'forbidden'],
    async handler(request) {
      const { id: workspaceId, role } = workspaceOf(request);
      const { id } = request.params;
      const { user } = callerOf(request);
      await request.transaction(async (tx) => {
        const job = await jobsOf(tx.db, workspaceId).select('created_by').where('id', '=', id).executeTakeFirst();
        if (!job) throw notFound('Job');
        if (job.created_by !== user.id && !roleIncludes(role, 'admin'))
          throw fail('forbidden', 'Only an admin can cancel a job of another member.');
        const state = await jobs.cancel(tx, { workspaceId, id });
        if (state === 'succeeded' || state === 'failed') throw fail('conflict', `The job has ${state} already.`);
      });
      return { status: 204 };
    },
  });
}

function undoRoute(options: JobRouteOptions): RouteDefinition {
  const { jobs, definitions, keptDays } = options;
  return defineRoute({
    operationId: 'undoJob',
    method: 'POST',
    path: `${PATH}/{id}/undo`,
    summary: 'Take an import back',
    description:
      'Deletes the records that the import created, and sets those that it changed back to their values before, as long as `undo_until` of its job says. Records that were changed or used since are left. ' +
      'The answer is a job; its `result` is `{import, deleted, set_back, left, left_records}`, where `left_records` names the first of the records that were left, with the reasons. ' +
      'A job that was cancelled or failed part way can be followed by another one, which does the rest. `409 conflict` has `already_undone`, `too_late`, `running`, `nothing_written` or `not_undoable` as the code of its detail.',
    tag: TAG,
    access: 'member',
    params: jobParams,
    responses: {
      202: {
        description: 'The job that takes it back.',
        schema: Job,
        headers: { Location: { description: 'Path of the job.', schema: Type.String() } },
      },
    },
    errors: ['not_found', 'conflict', 'forbidden'],
    async handler(request) {
      const { id: workspaceId, slug } = workspaceOf(request);
      const caller = callerOf(request);
      const row = await request.transaction(async (tx) => {
        const own = (id: string) => jobsOf(tx.db, workspaceId).selectAll().select(undoState).where('id', '=', id);
        // Locked, so that of two requests one creates a job.
        await jobsOf(tx.db, workspaceId).select('id').where('id', '=', request.params.id).forUpdate().execute();
        const job: UndoableRow = await own(request.params.id).executeTakeFirstOrThrow(() => notFound('Job'));
        const undo = definitions.get(job.type)?.undo;
        const refusal = refusalOf(job, { undo, keptDays }, tx.now);
        if (refusal) throw fail('conflict', refusal.message, { details: [{ path: '/id', ...refusal }] });
        const input: UndoInput = {
          job: job.id,
          startedAt: (job.started_at ?? job.created_at).toISOString(),
          endedAt: (job.finished_at ?? tx.now).toISOString(),
          earlier: job.undone_by === null ? [] : await earlierOf(tx.db, { workspaceId, id: job.undone_by }),
          actor: actorOf(caller),
        };
        const type = undo?.type ?? '';
        const id = await jobs.enqueue(tx, { workspaceId, type, input, createdBy: caller.user.id });
        await sql`update job set undone_by = ${id} where workspace_id = ${workspaceId} and id = ${job.id}`.execute(
          tx.db,
        );
        return own(id).executeTakeFirstOrThrow();
      });
      const headers = { location: `/api/v1/orgs/${slug}/jobs/${row.id}` };
      return { status: 202, headers, body: shownBy(options)(row) };
    },
  });
}

/** The jobs that were to take back what the job was to take back, itself included. */
async function earlierOf(
  db: JobDatabase,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
): Promise<readonly string[]> {
  const last = await jobsOf(db, workspaceId).select('input').where('id', '=', id).executeTakeFirst();
  return [...((last?.input as UndoInput | undefined)?.earlier ?? []), id];
}
