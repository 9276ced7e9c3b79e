import { sql } from 'kysely';
import { actorOf, callerOf, type RouteDefinition, workspaceOf, workspaceParams } from '@cubit/core/host';
import { audit } from '@cubit/access';
import { defineRoute } from '@cubit/database';
import { notFound } from '@cubit/core';
import { Type } from 'typebox';
import { releasePaused } from '../dispatch/release-runs.js';
import { wiresIn } from '../tables/schema.js';
import { resumeWire } from './patch-wire.js';
import { readWire, wireBody } from './wire-rows.js';
import type { WireRouteOptions } from './wire-route-options.js';
import { settingsSchema, strict, TAG, wireParams, WIRES_PATH, wireSchema } from './wire-schemas.js';

const SETTINGS_PATH = '/api/v1/orgs/{workspace}/wire-settings';

/** Routes that pause and resume one wire or all wires of a workspace. */
export function wireControlRoutes(options: WireRouteOptions): readonly RouteDefinition[] {
  return [resumeRoute(options), readSettingsRoute(options), updateSettingsRoute(options)];
}

function resumeRoute(options: WireRouteOptions): RouteDefinition {
  const { registry } = options.host.services;
  return defineRoute({
    operationId: 'resumeWire',
    method: 'POST',
    path: `${WIRES_PATH}/{id}/resume`,
    summary: 'Resume a paused or tripped wire',
    description: 'Runs its waiting runs. A wire that its rate cap stopped reacts again to the next event.',
    tag: TAG,
    access: 'admin',
    params: wireParams,
    responses: { 200: { description: 'The updated wire.', schema: wireSchema } },
    errors: ['not_found'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const { id } = request.params;
      const key = { workspaceId: workspace.id, id };
      const row = await request.transaction(async (tx) => {
        const db = wiresIn(tx.db);
        await db
          .updateTable('wire')
          .set({ paused: false })
          .where('workspace_id', '=', workspace.id)
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .execute();
        const found = await readWire(db, key);
        if (!found) throw notFound('Wire');
        await resumeWire(tx, key);
        await audit(tx, {
          workspaceId: workspace.id,
          actor: actorOf(callerOf(request)),
          action: 'wire.resumed',
          target: { wire_id: id },
          address: request.address,
        });
        tx.afterCommit(() => options.bell.ringFor(workspace.id));
        return readWire(db, key);
      });
      if (!row) throw notFound('Wire');
      return { status: 200, body: wireBody(row, { schema: workspace.schema, registry }) };
    },
  });
}

function readSettingsRoute({ settings, host }: WireRouteOptions): RouteDefinition {
  return defineRoute({
    operationId: 'getWireSettings',
    method: 'GET',
    path: SETTINGS_PATH,
    summary: 'Get the wire settings',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    responses: { 200: { description: 'The settings.', schema: settingsSchema } },
    async handler(request) {
      const row = await wiresIn(host.services.database.db)
        .selectFrom('wire_workspace')
        .select('paused')
        .where('workspace_id', '=', workspaceOf(request).id)
        .executeTakeFirst();
      return { status: 200, body: { paused: row?.paused ?? false, paused_by_operator: settings.paused } };
    },
  });
}

function updateSettingsRoute(options: WireRouteOptions): RouteDefinition {
  return defineRoute({
    operationId: 'updateWireSettings',
    method: 'PATCH',
    path: SETTINGS_PATH,
    summary: 'Pause or resume all wires of the workspace',
    description: 'Paused wires do not react to events. Pending runs wait until the wires are resumed.',
    tag: TAG,
    access: 'admin',
    params: workspaceParams,
    body: {
      schema: strict({ paused: Type.Optional(Type.Boolean()) }),
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      example: { paused: true },
    },
    responses: { 200: { description: 'The updated settings.', schema: settingsSchema } },
    async handler(request) {
      const workspaceId = workspaceOf(request).id;
      const { paused } = request.body;
      const isPaused = await request.transaction(async (tx) => {
        const db = wiresIn(tx.db);
        const { rows } = await sql<{ paused: boolean }>`
          insert into wire_workspace as w (workspace_id, paused) values (${workspaceId}, ${paused ?? false})
          on conflict (workspace_id) do update set paused = coalesce(${paused ?? null}::boolean, w.paused) returning paused`.execute(
          db,
        );
        if (paused !== undefined)
          await audit(tx, {
            workspaceId,
            actor: actorOf(callerOf(request)),
            action: paused ? 'wires.paused' : 'wires.resumed',
            target: {},
            address: request.address,
          });
        if (paused === false) {
          await releasePaused(db, { workspaceId });
          tx.afterCommit(() => options.bell.ringFor(workspaceId));
        }
        return rows[0]?.paused ?? false;
      });
      return { status: 200, body: { paused: isPaused, paused_by_operator: options.settings.paused } };
    },
  });
}
