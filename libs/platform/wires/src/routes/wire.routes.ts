import { sql } from 'kysely';
import {
  callerOf,
  type PageQuery,
  type Registry,
  type RouteDefinition,
  type WorkspaceAccess,
  workspaceOf,
  workspaceParams,
} from '@cubit/core/host';
import { auditChange } from '@cubit/access';
import { countFrom, defineRoute, type Transaction } from '@cubit/database';
import { listSchema, notFound, pageQuery, readPage } from '@cubit/core';
import { Type } from 'typebox';
import { wiresIn } from '../tables/schema.js';
import { patchWire } from './patch-wire.js';
import { awaitEarlierEvents } from './await-earlier-events.js';
import { requireValidWire, readLoopWarnings } from './validate-wire.js';
import { readWire, readWires, wireBody, type WireRow } from './wire-rows.js';
import { DefaultWireInstaller, type WireRouteOptions } from './wire-route-options.js';
import { newWire, strict, TAG, wireParams, wirePatch, WIRES_PATH, wireSchema, type WirePatch } from './wire-schemas.js';

interface WireReference {
  readonly id: string;
  readonly registry: Registry;
}

const example = {
  name: 'Draft an order when a part runs low',
  event: 'inventory.stock.low',
  condition: 'event.payload.shortfall > 0',
  action: 'purchases:draft_from_low',
  record: null,
  input: { part: '${event.payload.partId}', qty: '${event.payload.shortfall}' },
};

export function wireRoutes(options: WireRouteOptions): readonly RouteDefinition[] {
  return [listRoute(options), createRoute(options), getRoute(options), updateRoute(options), removeRoute()];
}

function listRoute({ host, defaults }: WireRouteOptions): RouteDefinition {
  const { database, registry } = host.services;
  const installer = new DefaultWireInstaller(defaults, host.services);
  return defineRoute({
    operationId: 'listWires',
    method: 'GET',
    path: WIRES_PATH,
    summary: 'List wires',
    description: 'The automations of the workspace, including the default wires of modules, oldest first.',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    query: strict({
      ...pageQuery,
      event: Type.Optional(Type.String({ maxLength: 200, description: 'Only wires that react to this event.' })),
      action: Type.Optional(Type.String({ maxLength: 200, description: 'Only wires that run this action.' })),
    }),
    responses: { 200: { description: 'A page of wires.', schema: listSchema(wireSchema) } },
    errors: ['invalid_cursor'],
    async handler(request) {
      const workspace = workspaceOf(request);
      await installer.ensureInstalled(workspace);
      const query = request.query as PageQuery & { readonly event?: string; readonly action?: string };
      const { event = null, action = null } = query;
      const narrowed = sql`(${event}::text is null or w.event = ${event}) and (${action}::text is null or w.action = ${action})`;
      const page = await readPage(query, {
        list: `wires/${workspace.id}/${event ?? ''}/${action ?? ''}`,
        sortedBy: ['uuid'],
        rows: (after, limit) =>
          readWires(wiresIn(database.db), {
            workspaceId: workspace.id,
            condition: after === null ? narrowed : sql`${narrowed} and w.id > ${after[0]}`,
            limit,
          }),
        total: () =>
          countFrom(
            database.db,
            sql`from wire w where w.workspace_id = ${workspace.id} and w.deleted_at is null and ${narrowed}`,
          ),
        valuesOf: ({ id }: WireRow) => [id],
      });
      return {
        status: 200,
        body: { ...page, data: page.data.map((row) => wireBody(row, { schema: workspace.schema, registry })) },
      };
    },
  });
}

function createRoute({ host }: WireRouteOptions): RouteDefinition {
  const { services } = host;
  return defineRoute({
    operationId: 'createWire',
    method: 'POST',
    path: WIRES_PATH,
    summary: 'Create a wire',
    description:
      'The wire is checked against the declarations of the enabled modules; `details` lists each fault with its path. `warnings` lists ways ' +
      'in which the wire can trigger itself.',
    tag: TAG,
    access: 'admin',
    params: workspaceParams,
    body: { schema: newWire, example },
    responses: { 201: { description: 'Created.', schema: wireSchema } },
    errors: ['validation_failed'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const { name, event, action, condition = null, record = null, input = {}, ...options } = request.body;
      const draft = { event, action, condition, record, input };
      requireValidWire(draft, workspace, services);
      const { enabled = true, paused = false, mode = 'parallel', trace = false, rate_cap = null } = options;
      const id = services.newId();
      await awaitEarlierEvents(host, workspace.id);
      const body = await request.transaction(async (tx) => {
        await wiresIn(tx.db)
          .insertInto('wire')
          .values({
            ...draft,
            workspace_id: workspace.id,
            id,
            name,
            input: JSON.stringify(input),
            enabled,
            paused,
            mode,
            trace,
            rate_cap,
            default_module: null,
            default_key: null,
            created_by: callerOf(request).user.id,
            created_at: tx.now,
            updated_at: tx.now,
            deleted_at: null,
            last_run_at: null,
          })
          .execute();
        await auditChange(tx, request, { action: 'wire.created', target: { wire_id: id, name } });
        return {
          ...(await readBody(tx, workspace, { id, registry: services.registry })),
          warnings: await readLoopWarnings(wiresIn(tx.db), { id, event, action, enabled }, workspace),
        };
      });
      return { status: 201, headers: { location: `/api/v1/orgs/${workspace.slug}/wires/${id}` }, body };
    },
  });
}

function getRoute({ host }: WireRouteOptions): RouteDefinition {
  const { database, registry } = host.services;
  return defineRoute({
    operationId: 'getWire',
    method: 'GET',
    path: `${WIRES_PATH}/{id}`,
    summary: 'Get a wire',
    tag: TAG,
    access: 'viewer',
    params: wireParams,
    responses: { 200: { description: 'The wire.', schema: wireSchema } },
    errors: ['not_found'],
    async handler(request) {
      const { id: workspaceId, schema } = workspaceOf(request);
      const row = await readWire(wiresIn(database.db), { workspaceId, id: request.params.id });
      if (!row) throw notFound('Wire');
      return { status: 200, body: wireBody(row, { schema, registry }) };
    },
  });
}

function updateRoute(options: WireRouteOptions): RouteDefinition {
  const { host } = options;
  const { services } = host;
  return defineRoute({
    operationId: 'updateWire',
    method: 'PATCH',
    path: `${WIRES_PATH}/{id}`,
    summary: 'Change a wire',
    description:
      'JSON merge patch. Changing the event, condition, action, record or input checks the whole wire again. `created_by` accepts only your ' +
      'own id: the wire then acts as you.',
    tag: TAG,
    access: 'admin',
    params: wireParams,
    body: {
      schema: wirePatch,
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      example: { enabled: false },
    },
    responses: { 200: { description: 'The updated wire.', schema: wireSchema } },
    errors: ['not_found', 'validation_failed'],
    async handler(request) {
      const { id } = request.params;
      const patch = request.body as WirePatch;
      await awaitEarlierEvents(host, workspaceOf(request).id);
      const body = await request.transaction(async (tx) => {
        const workspace = workspaceOf(request);
        const saved = await patchWire(tx, { id, patch, workspace, services, callerId: callerOf(request).user.id });
        if (patch.paused === false) tx.afterCommit(() => options.bell.ringFor(workspace.id));
        await auditChange(tx, request, {
          action: 'wire.updated',
          target: { wire_id: id, changed: Object.keys(patch) },
        });
        const wire = await readBody(tx, workspace, { id, registry: services.registry });
        return { ...wire, warnings: await readLoopWarnings(wiresIn(tx.db), { ...saved, id }, workspace) };
      });
      return { status: 200, body };
    },
  });
}

function removeRoute(): RouteDefinition {
  return defineRoute({
    operationId: 'deleteWire',
    method: 'DELETE',
    path: `${WIRES_PATH}/{id}`,
    summary: 'Delete a wire',
    description: 'Deletes its runs too. A deleted default wire of a module is not installed again.',
    tag: TAG,
    access: 'admin',
    params: wireParams,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['not_found'],
    async handler(request) {
      const { id } = request.params;
      await request.transaction(async (tx) => {
        const { numUpdatedRows } = await wiresIn(tx.db)
          .updateTable('wire')
          .set({ deleted_at: tx.now, enabled: false })
          .where('workspace_id', '=', workspaceOf(request).id)
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw notFound('Wire');
        await auditChange(tx, request, { action: 'wire.deleted', target: { wire_id: id } });
      });
      return { status: 204 };
    },
  });
}

async function readBody(tx: Transaction, { id: workspaceId, schema }: WorkspaceAccess, wire: WireReference) {
  const row = await readWire(wiresIn(tx.db), { workspaceId, id: wire.id });
  if (!row) throw notFound('Wire');
  return wireBody(row, { schema, registry: wire.registry });
}
