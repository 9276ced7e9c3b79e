import { sql } from 'kysely';
import { defineRoute } from '@cubit/database';
import { fail, notFound, validationFailed } from '@cubit/core';
import { type RouteDefinition, type WorkspaceAccess, workspaceOf } from '@cubit/core/host';
import { Type } from 'typebox';
import { blockedBy } from '../definition/blocked-by.js';
import type { CheckedWire } from '../definition/check-wire.js';
import type { LoadedEvent } from '../run/loaded-run.js';
import { tryWire } from '../run/try-wire.js';
import { wiresIn, type WireDatabase } from '../tables/schema.js';
import type { WireRouteOptions } from './wire-route-options.js';
import { strict, TAG, wireParams, WIRES_PATH } from './wire-schemas.js';

const trialSchema = strict({
  event_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
    description: 'The event that was used; null if none has occurred, and the example of its declaration was used.',
  }),
  condition: Type.Union([Type.Boolean(), Type.Null()]),
  records: Type.Union([Type.Array(Type.String()), Type.Null()], { description: 'Ids of the targets.' }),
  input: Type.Unsafe<object | null>({ type: ['object', 'null'] }),
  result: Type.Unsafe<unknown>({
    description:
      'Result of the action before the rollback; a list if there are several targets. Null if the action did not run.',
  }),
  error: Type.Union([
    Type.Object({
      code: Type.String(),
      message: Type.String(),
      details: Type.Optional(Type.Array(Type.Unsafe<object>({ type: 'object' }))),
    }),
    Type.Null(),
  ]),
});

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
      const event = await eventOf(db, { workspace, checked, id: request.body.event ?? null });
      const access = await host.accessOf(workspace.id, wire.createdBy);
      if (!access) throw fail('forbidden', 'The creator of the wire is no longer a member of the workspace.');
      const outcome = await tryWire(host, {
        wire,
        checked,
        event: event ?? exampleOf(checked, workspace.id, host.services.now()),
        workspace: access,
      });
      return { status: 200, body: { event_id: event?.id ?? null, ...outcome } };
    },
  });
}

interface EventChoice {
  readonly workspace: WorkspaceAccess;
  readonly checked: CheckedWire;
  /** Null: the latest event. */
  readonly id: string | null;
}

async function eventOf(db: WireDatabase, { workspace, checked, id }: EventChoice): Promise<LoadedEvent | undefined> {
  const { name } = checked.scope.event;
  const which =
    id === null
      ? sql`id = coalesce(
      (select id from event_unsequenced where workspace_id = ${workspace.id} and name = ${name} order by id desc limit 1),
      (select id from event_sequenced where workspace_id = ${workspace.id} and name = ${name} order by position desc limit 1))`
      : sql`id = ${id}`;
  const { rows } =
    await sql<LoadedEvent>`select id, name, occurred_at, actor, cause, payload, record_ids[1] as "subjectId" from event
    where workspace_id = ${workspace.id} and ${which}`.execute(db);
  const [event] = rows;
  if (id === null) return event;
  const message = event
    ? `is an event '${event.name}', but the wire reacts to '${name}'.`
    : 'is not an event of this workspace.';
  if (event?.name !== name) throw validationFailed([{ path: '/event', code: 'invalid', message }]);
  return event;
}

function exampleOf({ scope }: CheckedWire, workspaceId: string, now: Date): LoadedEvent {
  const { event, subject } = scope;
  const payload = { orgId: workspaceId, ...(event.definition.example as Readonly<Record<string, unknown>>) };
  const subjectId = (payload as Readonly<Record<string, unknown>>)[subject?.key ?? ''];
  return {
    id: workspaceId,
    name: event.name,
    occurred_at: now,
    actor: { type: 'system', id: null, via: { type: 'system', id: null } },
    cause: null,
    payload,
    subjectId: typeof subjectId === 'string' ? subjectId : null,
  };
}
