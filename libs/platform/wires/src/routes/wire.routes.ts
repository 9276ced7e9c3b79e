import { sql } from 'kysely';
import {
  actorOf,
  audit,
  callerOf,
  defineRoute,
  listSchema,
  notFound,
  pageQuery,
  workspaceOf,
  workspaceParams,
  type PageQuery,
  type RouteDefinition,
  type RouteRequest,
  type Transaction,
} from '@cubit/core';
import { Type } from 'typebox';
import { wiresIn } from '../tables/schema.js';
import { patchWire } from './patch-wire.js';
import { placeEarlierEvents } from './place-earlier-events.js';
import { requireSound, warningsOf } from './save-wire.js';
import { readWire, readWires, wireBody, type WireRow } from './wire-rows.js';
import { listPage, SeenWorkspaces, stir, type WireParts } from './wire-parts.js';
import { newWire, strict, TAG, wireParams, wirePatch, WIRES_PATH, wireSchema, type WirePatch } from './wire-schemas.js';

const example = {
  name: 'Draft an order when a part runs low',
  event: 'inventory.stock.low',
  condition: 'event.payload.shortfall > 0',
  action: 'purchases:draft_from_low',
  record: null,
  input: { part: '${event.payload.partId}', qty: '${event.payload.shortfall}' },
};

export function wireRoutes(parts: WireParts): readonly RouteDefinition[] {
  const { host, defaults } = parts;
  const { services } = host;
  const { database, registry } = services;
  const seen = new SeenWorkspaces(defaults, services);
  const show = (row: WireRow, request: Pick<RouteRequest, 'workspace'>) =>
    wireBody(row, { schema: workspaceOf(request).schema, registry });

  const list = defineRoute({
    operationId: 'listWires',
    method: 'GET',
    path: WIRES_PATH,
    summary: 'List wires',
    description: 'The automations of the workspace, those that modules brought along included, the oldest first.',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    query: strict({
      ...pageQuery,
      event: Type.Optional(Type.String({ maxLength: 200, description: 'Only those on this event.' })),
      action: Type.Optional(Type.String({ maxLength: 200, description: 'Only those that run this action.' })),
    }),
    responses: { 200: { description: 'A page of wires.', schema: listSchema(wireSchema) } },
    errors: ['invalid_cursor'],
    async handler(request) {
      const workspace = workspaceOf(request);
      await seen.see(workspace);
      const query = request.query as PageQuery & { readonly event?: string; readonly action?: string };
      const { event = null, action = null } = query;
      const narrowed = sql`(${event}::text is null or w.event = ${event}) and (${action}::text is null or w.action = ${action})`;
      const page = await listPage<WireRow>(query, {
        list: `wires/${workspace.id}/${event ?? ''}/${action ?? ''}`,
        form: ['uuid'],
        rows: (after, limit) =>
          readWires(wiresIn(database.db), {
            workspaceId: workspace.id,
            condition: after === null ? narrowed : sql`${narrowed} and w.id > ${after[0]}`,
            limit,
          }),
        total: async () => {
          const { rows } = await sql<{ total: number }>`select count(*) as total from wire w
            where w.workspace_id = ${workspace.id} and w.deleted_at is null and ${narrowed}`.execute(database.db);
          return rows[0]?.total ?? 0;
        },
        keyOf: ({ id }) => [id],
      });
      return { status: 200, body: { ...page, data: page.data.map((row) => show(row, request)) } };
    },
  });

  const create = defineRoute({
    operationId: 'createWire',
    method: 'POST',
    path: WIRES_PATH,
    summary: 'Create a wire',
    description:
      'Everything is checked against what the enabled modules declare; `details` name the place of each fault. `warnings` tell where the ' +
      'wire can set itself off again.',
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
      requireSound(draft, workspace, services);
      const { enabled = true, paused = false, mode = 'parallel', trace = false, rate_cap = null } = options;
      const id = services.newId();
      await placeEarlierEvents(host, workspace.id);
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
        await note(tx, request, 'wire.created', { wire_id: id, name });
        return {
          ...(await shown(tx, request, id)),
          warnings: await warningsOf(tx, { id, event, action, enabled }, workspace),
        };
      });
      return { status: 201, headers: { location: `/api/v1/orgs/${workspace.slug}/wires/${id}` }, body };
    },
  });

  const get = defineRoute({
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
      const row = await readWire(wiresIn(database.db), { workspaceId: workspaceOf(request).id, id: request.params.id });
      if (!row) throw notFound('Wire');
      return { status: 200, body: show(row, request) };
    },
  });

  const update = defineRoute({
    operationId: 'updateWire',
    method: 'PATCH',
    path: `${WIRES_PATH}/{id}`,
    summary: 'Change a wire',
    description:
      'JSON merge patch. What the wire does is checked as a whole when any part of it changes. `created_by` takes your own id only: the wire ' +
      'then acts as you.',
    tag: TAG,
    access: 'admin',
    params: wireParams,
    body: {
      schema: wirePatch,
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      example: { enabled: false },
    },
    responses: { 200: { description: 'The wire as it is now.', schema: wireSchema } },
    errors: ['not_found', 'validation_failed'],
    async handler(request) {
      const { id } = request.params;
      const patch = request.body as WirePatch;
      await placeEarlierEvents(host, workspaceOf(request).id);
      const body = await request.transaction(async (tx) => {
        const workspace = workspaceOf(request);
        const saved = await patchWire(tx, { id, patch, workspace, services, callerId: callerOf(request).user.id });
        if (patch.paused === false) tx.afterCommit(() => stir(parts, workspace.id));
        await note(tx, request, 'wire.updated', { wire_id: id, changed: Object.keys(patch) });
        return { ...(await shown(tx, request, id)), warnings: await warningsOf(tx, { ...saved, id }, workspace) };
      });
      return { status: 200, body };
    },
  });

  const remove = defineRoute({
    operationId: 'deleteWire',
    method: 'DELETE',
    path: `${WIRES_PATH}/{id}`,
    summary: 'Delete a wire',
    description: 'Its runs go with it. A wire that a module brought along is not installed again.',
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
        await note(tx, request, 'wire.deleted', { wire_id: id });
      });
      return { status: 204 };
    },
  });

  async function shown(tx: Transaction, request: Pick<RouteRequest, 'workspace'>, id: string) {
    const row = await readWire(wiresIn(tx.db), { workspaceId: workspaceOf(request).id, id });
    if (!row) throw notFound('Wire');
    return show(row, request);
  }

  return [list, create, get, update, remove];
}

function note(
  tx: Transaction,
  request: Pick<RouteRequest, 'workspace' | 'caller' | 'address'>,
  action: string,
  target: Readonly<Record<string, unknown>>,
): Promise<void> {
  const workspaceId = workspaceOf(request).id;
  return audit(tx, { workspaceId, actor: actorOf(callerOf(request)), action, target, address: request.address });
}
