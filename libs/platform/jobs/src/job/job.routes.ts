import { Type } from 'typebox';
import { validate } from 'uuid';
import {
  callerOf,
  decodeCursor,
  DEFAULT_LIMIT,
  defineRoute,
  encodeCursor,
  fail,
  idParam,
  listSchema,
  notFound,
  pageOf,
  pageQuery,
  roleIncludes,
  workspaceOf,
  workspaceParam,
  type Database,
  type RouteDefinition,
} from '@cubit/core';
import { withJobs } from './job-row.js';
import { Job, JobStateName, showJob } from './job-schema.js';
import type { Jobs } from './jobs.js';

const TAG = 'Jobs';
const PATH = '/api/v1/orgs/{workspace}/jobs';
const listParams = Type.Object({ workspace: workspaceParam });
const jobParams = Type.Object({ workspace: workspaceParam, id: idParam('The job.') });

interface JobRouteOptions {
  readonly database: Database;
  readonly jobs: Jobs;
}

export function jobRoutes({ database, jobs }: JobRouteOptions): readonly RouteDefinition[] {
  const rowsOf = (workspaceId: string, db = database.db) =>
    withJobs(db).selectFrom('job').where('workspace_id', '=', workspaceId);

  const list = defineRoute({
    operationId: 'listJobs',
    method: 'GET',
    path: PATH,
    summary: 'List the jobs, the newest first',
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
      const { limit = DEFAULT_LIMIT, cursor, count, state, type } = query;
      const name = `jobs/${workspaceId}/${state ?? ''}/${type ?? ''}`;
      const before = cursor === undefined ? null : positionOf(name, cursor);
      const matching = rowsOf(workspaceId)
        .$if(state !== undefined, (rows) => rows.where('state', '=', state ?? 'queued'))
        .$if(type !== undefined, (rows) => rows.where('type', '=', type ?? ''));
      const rows = await matching
        .selectAll()
        .$if(before !== null, (page) =>
          page.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('created_at', 'id'), '<', tuple(before?.createdAt ?? new Date(0), before?.id ?? '')),
          ),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      const page = pageOf(rows, limit, ({ created_at, id }) => encodeCursor(name, [created_at.toISOString(), id]));
      const body = { data: page.data.map(showJob), next_cursor: page.next_cursor };
      if (count !== 'exact') return { status: 200, body };
      const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      return { status: 200, body: { ...body, total } };
    },
  });

  const read = defineRoute({
    operationId: 'getJob',
    method: 'GET',
    path: `${PATH}/{id}`,
    summary: 'Read a job',
    tag: TAG,
    access: 'viewer',
    params: jobParams,
    responses: { 200: { description: 'The job.', schema: Job } },
    errors: ['not_found'],
    async handler(request) {
      const { id: workspaceId } = workspaceOf(request);
      const row = rowsOf(workspaceId).selectAll().where('id', '=', request.params.id);
      return { status: 200, body: showJob(await row.executeTakeFirstOrThrow(() => notFound('Job'))) };
    },
  });

  const cancel = defineRoute({
    operationId: 'cancelJob',
    method: 'DELETE',
    path: `${PATH}/{id}`,
    summary: 'Cancel a job',
    description:
      'A waiting job is cancelled at once. A running one is told to end, and is `cancelled` when it has; what it did by then stays. ' +
      'Whoever asked for a job may cancel it, and admins may cancel any.',
    tag: TAG,
    access: 'member',
    params: jobParams,
    responses: { 204: { description: 'Cancelled, or told to end.' } },
    errors: ['not_found', 'conflict', 'forbidden'],
    async handler(request) {
      const { id: workspaceId, role } = workspaceOf(request);
      const { id } = request.params;
      const { user } = callerOf(request);
      await request.transaction(async (tx) => {
        const job = await rowsOf(workspaceId, tx.db).select('created_by').where('id', '=', id).executeTakeFirst();
        if (!job) throw notFound('Job');
        if (job.created_by !== user.id && !roleIncludes(role, 'admin'))
          throw fail('forbidden', 'Only an admin may cancel what somebody else asked for.');
        const state = await jobs.cancel(tx, { workspaceId, id });
        if (state === 'succeeded' || state === 'failed') throw fail('conflict', `The job has ${state} already.`);
      });
      return { status: 204 };
    },
  });

  return [list, read, cancel];
}

/** Where a page begins. A cursor can be made up, so what it holds is checked before the database is asked. */
function positionOf(list: string, cursor: string): { readonly createdAt: Date; readonly id: string } {
  const [at, id] = decodeCursor(list, cursor);
  const createdAt = new Date(at ?? '');
  if (!Number.isNaN(createdAt.getTime()) && typeof id === 'string' && validate(id)) return { createdAt, id };
  throw fail('invalid_cursor', 'The cursor was not made by this server for this list.');
}
