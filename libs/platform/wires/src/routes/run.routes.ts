import { sql, type RawBuilder } from 'kysely';
import { countFrom, defineRoute } from '@cubit/database';
import { fail, listSchema, notFound, readPage } from '@cubit/core';
import { type PageQuery, type RouteDefinition, workspaceOf, workspaceParams } from '@cubit/core/host';
import { Type } from 'typebox';
import { wiresIn, type StoredState, type WireDatabase } from '../tables/schema.js';
import { retryRun } from './retry-run.js';
import { readCauses, readEffects, readRuns, runBody, runPosition } from './run-rows.js';
import type { WireRouteOptions } from './wire-route-options.js';
import {
  runParams,
  runQuery,
  runSchema,
  runWithCausesSchema,
  strict,
  TAG,
  wireParams,
  WIRES_PATH,
} from './wire-schemas.js';

const ALL_RUNS_PATH = '/api/v1/orgs/{workspace}/wire-runs';

interface RunFilter extends PageQuery {
  readonly state?: StoredState | 'running';
  readonly wire_id?: string;
  readonly event_id?: string;
}

export function runRoutes(options: WireRouteOptions): readonly RouteDefinition[] {
  return [listOfWireRoute(options), listAllRoute(options), getRoute(options), retryRoute(options)];
}

/** A page of runs as clients see them, newest events first. */
async function runPage(db: WireDatabase, workspaceId: string, query: RunFilter) {
  const conditions = conditionsOf(query);
  const runs = await readPage(query, {
    list: `wire-runs/${workspaceId}/${query.wire_id ?? ''}/${query.event_id ?? ''}/${query.state ?? ''}`,
    sortedBy: ['bigint', 'integer', 'uuid'],
    rows: (after, limit) => readRuns(db, { workspaceId, condition: afterPosition(conditions, after), limit }),
    total: () => countFrom(db, sql`from wire_run r where r.workspace_id = ${workspaceId} and ${conditions}`),
    valuesOf: runPosition,
  });
  return { status: 200, body: { ...runs, data: runs.data.map(runBody) } };
}

async function requireWire(db: WireDatabase, workspaceId: string, id: string): Promise<void> {
  const wire = await db
    .selectFrom('wire')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!wire) throw notFound('Wire');
}

function listOfWireRoute({ host }: WireRouteOptions): RouteDefinition {
  const { database } = host.services;
  return defineRoute({
    operationId: 'listWireRuns',
    method: 'GET',
    path: `${WIRES_PATH}/{id}/runs`,
    summary: 'List the runs of a wire, newest first',
    description: 'Succeeded and skipped runs are kept for 30 days, failed ones for 90.',
    tag: TAG,
    access: 'viewer',
    params: wireParams,
    query: strict(runQuery),
    responses: { 200: { description: 'A page of runs.', schema: listSchema(runSchema) } },
    errors: ['not_found', 'invalid_cursor'],
    async handler(request) {
      const workspaceId = workspaceOf(request).id;
      const db = wiresIn(database.db);
      await requireWire(db, workspaceId, request.params.id);
      return runPage(db, workspaceId, { ...(request.query as RunFilter), wire_id: request.params.id });
    },
  });
}

function listAllRoute({ host }: WireRouteOptions): RouteDefinition {
  return defineRoute({
    operationId: 'listAllWireRuns',
    method: 'GET',
    path: ALL_RUNS_PATH,
    summary: 'List the runs of all wires, newest first',
    description: 'Includes the runs of subscriptions (module code). `state=failed` lists the runs that need attention.',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    query: strict({
      ...runQuery,
      wire_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only runs of this wire.' })),
      event_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only runs for this event.' })),
    }),
    responses: { 200: { description: 'A page of runs.', schema: listSchema(runSchema) } },
    errors: ['invalid_cursor'],
    handler: (request) =>
      runPage(wiresIn(host.services.database.db), workspaceOf(request).id, request.query as RunFilter),
  });
}

function getRoute({ host }: WireRouteOptions): RouteDefinition {
  const db = () => wiresIn(host.services.database.db);
  return defineRoute({
    operationId: 'getWireRun',
    method: 'GET',
    path: `${WIRES_PATH}/{id}/runs/{run}`,
    summary: 'Get a run with its causes and effects',
    tag: TAG,
    access: 'viewer',
    params: runParams,
    responses: { 200: { description: 'The run.', schema: runWithCausesSchema } },
    errors: ['not_found'],
    async handler(request) {
      const { id: wireId, run: id } = request.params;
      const workspaceId = workspaceOf(request).id;
      const [row] = await readRuns(db(), {
        workspaceId,
        condition: sql`r.id = ${id} and r.wire_id = ${wireId}`,
        limit: 1,
      });
      if (!row) throw notFound('Run');
      const [causes, effects] = await Promise.all([
        readCauses(db(), { workspaceId, id }),
        readEffects(db(), workspaceId, row),
      ]);
      const withTimes = effects.map((effect) => ({ ...effect, occurred_at: effect.occurred_at.toISOString() }));
      return { status: 200, body: { ...runBody(row), causes, effects: withTimes } };
    },
  });
}

function retryRoute({ settings, bell }: WireRouteOptions): RouteDefinition {
  return defineRoute({
    operationId: 'retryWireRun',
    method: 'POST',
    path: `${WIRES_PATH}/{id}/runs/{run}/retry`,
    summary: 'Run a failed or skipped run again',
    description:
      'The run keeps its id and its attempt count. A run that waits for its next attempt runs at once. `409` if the run has succeeded.',
    tag: TAG,
    access: 'admin',
    params: runParams,
    responses: { 200: { description: 'The run, pending.', schema: runSchema } },
    errors: ['not_found', 'conflict'],
    async handler(request) {
      const { id: wireId, run: id } = request.params;
      const workspaceId = workspaceOf(request).id;
      const key = { workspaceId, id };
      const body = await request.transaction(async (tx) => {
        const outcome = await retryRun(wiresIn(tx.db), { ...key, wireId, attempts: settings.retry.attempts });
        if (outcome === 'not_found') throw notFound('Run');
        if (outcome === 'succeeded') throw fail('conflict', 'The run has succeeded and cannot be retried.');
        tx.afterCommit(() => bell.ringFor(workspaceId));
        const [row] = await readRuns(wiresIn(tx.db), { workspaceId, condition: sql`r.id = ${id}`, limit: 1 });
        if (!row) throw notFound('Run');
        return runBody(row);
      });
      return { status: 200, body };
    },
  });
}

function conditionsOf({ state, wire_id, event_id }: RunFilter): RawBuilder<unknown> {
  const conditions = [
    // A run in progress is a pending run whose row is locked: the state `running` is never committed.
    ...(state === undefined ? [] : [state === 'running' ? sql`false` : sql`r.state = ${sql.lit(state)}`]),
    ...(wire_id === undefined ? [] : [sql`r.wire_id = ${wire_id}`]),
    ...(event_id === undefined ? [] : [sql`r.event_id = ${event_id}`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function afterPosition(conditions: RawBuilder<unknown>, after: readonly string[] | null): RawBuilder<unknown> {
  if (after === null) return conditions;
  const [position, ordinal, id] = after;
  return sql`${conditions} and (r.event_position, r.ordinal, r.id) < (${position}::bigint, ${ordinal}::integer, ${id}::uuid)`;
}
