import { sql } from 'kysely';
import {
  actorOf,
  audit,
  callerOf,
  defineRoute,
  notFound,
  workspaceOf,
  workspaceParams,
  type RouteDefinition,
} from '@cubit/core';
import { Type } from 'typebox';
import { releasePaused } from '../dispatch/release-runs.js';
import { wiresIn } from '../tables/schema.js';
import { resumeWire } from './patch-wire.js';
import { readWire, wireBody } from './wire-rows.js';
import { stir, type WireParts } from './wire-parts.js';
import { settingsSchema, strict, TAG, wireParams, WIRES_PATH, wireSchema } from './wire-schemas.js';

const SETTINGS_PATH = '/api/v1/orgs/{workspace}/wire-settings';

/** Stopping wires and letting them go on: one, or all of the workspace. */
export function wireControlRoutes(parts: WireParts): readonly RouteDefinition[] {
  const { settings, host } = parts;
  const { database, registry } = host.services;

  const resume = defineRoute({
    operationId: 'resumeWire',
    method: 'POST',
    path: `${WIRES_PATH}/{id}/resume`,
    summary: 'Let a paused or tripped wire go on',
    description: 'What waited runs now. A wire that its rate cap has stopped reacts again from the next event on.',
    tag: TAG,
    access: 'admin',
    params: wireParams,
    responses: { 200: { description: 'The wire as it is now.', schema: wireSchema } },
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
        tx.afterCommit(() => stir(parts, workspace.id));
        return readWire(db, key);
      });
      if (!row) throw notFound('Wire');
      return { status: 200, body: wireBody(row, { schema: workspace.schema, registry }) };
    },
  });

  const read = defineRoute({
    operationId: 'getWireSettings',
    method: 'GET',
    path: SETTINGS_PATH,
    summary: 'See whether wires are paused',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    responses: { 200: { description: 'The settings.', schema: settingsSchema } },
    async handler(request) {
      const row = await wiresIn(database.db)
        .selectFrom('wire_workspace')
        .select('paused')
        .where('workspace_id', '=', workspaceOf(request).id)
        .executeTakeFirst();
      return { status: 200, body: { paused: row?.paused ?? false, paused_by_operator: settings.paused } };
    },
  });

  const change = defineRoute({
    operationId: 'updateWireSettings',
    method: 'PATCH',
    path: SETTINGS_PATH,
    summary: 'Pause all wires of the workspace, or let them go on',
    description:
      'While they are paused they do not react to what happens; runs that wait go on waiting, and run when wires go on.',
    tag: TAG,
    access: 'admin',
    params: workspaceParams,
    body: {
      schema: strict({ paused: Type.Optional(Type.Boolean()) }),
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      example: { paused: true },
    },
    responses: { 200: { description: 'The settings as they are now.', schema: settingsSchema } },
    async handler(request) {
      const workspaceId = workspaceOf(request).id;
      const { paused } = request.body;
      const now = await request.transaction(async (tx) => {
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
          tx.afterCommit(() => stir(parts, workspaceId));
        }
        return rows[0]?.paused ?? false;
      });
      return { status: 200, body: { paused: now, paused_by_operator: settings.paused } };
    },
  });

  return [resume, read, change];
}
