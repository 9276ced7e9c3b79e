import { Type } from 'typebox';
import { callerOf, roleIncludes, type RouteDefinition, workspaceOf, workspaceParam } from '@cubit/core/host';
import { fail, idParam, listSchema, notFound, pageQuery, readPage } from '@cubit/core';
import { countRows, type Database, defineRoute } from '@cubit/database';
import { withJobs, type JobDatabase } from './job-row.js';
import { Job, JobStateName, showJob } from './job-schema.js';
import type { Jobs } from './jobs.js';

const TAG = 'Jobs';
const PATH = '/api/v1/orgs/{workspace}/jobs';
const listParams = Type.Object({ workspace: workspaceParam });
const jobParams = Type.Object({ workspace: workspaceParam, id: idParam('Id of the job.') });

interface JobRouteOptions {
  readonly database: Database;
  readonly jobs: Jobs;
}

export function jobRoutes(options: JobRouteOptions): readonly RouteDefinition[] {
  return [listRoute(options), getRoute(options), cancelRoute(options)];
}

function jobsOf(db: JobDatabase, workspaceId: string) {
  return withJobs(db).selectFrom('job').where('workspace_id', '=', workspaceId);
}

function listRoute({ database }: JobRouteOptions): RouteDefinition {
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
          return rest.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
        },
        total: () => countRows(matching),
        valuesOf: ({ created_at: at, id }) => [at.toISOString(), id],
      });
      return { status: 200, body: { ...page, data: page.data.map(showJob) } };
    },
  });
}

function getRoute({ database }: JobRouteOptions): RouteDefinition {
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
      const row = jobsOf(database.db, workspaceId).selectAll().where('id', '=', request.params.id);
      return { status: 200, body: showJob(await row.executeTakeFirstOrThrow(() => notFound('Job'))) };
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
