import { defineRoute } from '@cubit/database';
import { fail, notFound } from '@cubit/core';
import { type RouteDefinition, workspaceOf } from '@cubit/core/host';
import { Type } from 'typebox';
import { blockedBy } from '../definition/blocked-by.js';
import { tryWire } from '../run/try-wire.js';
import { wiresIn } from '../tables/schema.js';
import { chosenEvent, exampleOf, latestEvents } from './trial-events.js';
import { trialSchema } from './trial-schemas.js';
import { creatorGone, type WireRouteOptions } from './wire-route-options.js';
import { strict, TAG, wireParams, WIRES_PATH } from './wire-schemas.js';

/** Runs a wire in a transaction that is rolled back. */
export function trialRoute({ host, wires }: WireRouteOptions): RouteDefinition {
  const { database, registry } = host.services;
  return defineRoute({
    operationId: 'testWire',
    method: 'POST',
    path: `${WIRES_PATH}/{id}/test`,
    summary: 'Test a wire',
    description:
      'Evaluates condition, record and input for an event (by default the latest event of the wire), runs the action as the creator of the ' +
      'wire, and rolls back: nothing is written. Members that were not evaluated are null.',
    tag: TAG,
    access: 'admin',
    params: wireParams,
    body: {
      schema: strict({ event: Type.Optional(Type.String({ format: 'uuid', description: 'Id of the event to use.' })) }),
      example: {},
    },
    responses: { 200: { description: 'The result of the test.', schema: trialSchema } },
    errors: ['not_found', 'conflict', 'forbidden', 'validation_failed'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const db = wiresIn(database.db);
      const wire = await db
        .selectFrom('wire')
        .select(['id', 'event', 'condition', 'action', 'record', 'input', 'revision', 'created_by as createdBy'])
        .where('workspace_id', '=', workspace.id)
        .where('id', '=', request.params.id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (!wire) throw notFound('Wire');
      const blocked = blockedBy(wire, { schema: workspace.schema, registry });
      if (blocked) throw fail('conflict', `The wire is blocked. ${blocked.reason}`);
      const checked = wires.get(wire, workspace.schema);
      const { scope } = checked;
      const id = request.body.event;
      const of = { workspace, event: scope.event };
      const event =
        id === undefined ? (await latestEvents(db, of, 1))[0] : await chosenEvent(db, of, { id, path: '/event' });
      const access = await host.accessOf(workspace.id, wire.createdBy);
      if (!access) throw creatorGone();
      const outcome = await tryWire(host, {
        wireId: wire.id,
        owner: wire.createdBy,
        checked,
        event: event ?? exampleOf(scope, workspace.id, host.services.now()),
        workspace: access,
      });
      return { status: 200, body: { event_id: event?.id ?? null, ...outcome } };
    },
  });
}
