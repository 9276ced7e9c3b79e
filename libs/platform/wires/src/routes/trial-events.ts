import { sql } from 'kysely';
import { validationFailed } from '@cubit/core';
import type { RegisteredEvent, WorkspaceAccess } from '@cubit/core/host';
import type { LoadedEvent } from '../run/loaded-run.js';
import type { WireScope } from '../definition/wire-scope.js';
import type { WireDatabase } from '../tables/schema.js';

interface EventsOf {
  readonly workspace: Pick<WorkspaceAccess, 'id'>;
  readonly event: RegisteredEvent;
}

/** The event with this id. Throws `422` at `path` if it is another event than the wire reacts to. */
export async function chosenEvent(
  db: WireDatabase,
  { workspace, event: { name } }: EventsOf,
  { id, path }: { readonly id: string; readonly path: string },
): Promise<LoadedEvent> {
  const { rows } = await sql<LoadedEvent>`select ${COLUMNS} from event
    where workspace_id = ${workspace.id} and id = ${id}`.execute(db);
  const [event] = rows;
  if (event?.name === name) return event;
  const message = event
    ? `is an event '${event.name}', but the wire reacts to '${name}'.`
    : 'is not an event of this workspace.';
  throw validationFailed([{ path, code: 'invalid', message }]);
}

/** The last events of a name, the newest first. */
export async function latestEvents(
  db: WireDatabase,
  { workspace, event: { name } }: EventsOf,
  count: number,
): Promise<readonly LoadedEvent[]> {
  const { rows } = await sql<LoadedEvent>`select ${COLUMNS} from event
    where workspace_id = ${workspace.id} and id in (
      (select id from event_unsequenced where workspace_id = ${workspace.id} and name = ${name} order by id desc limit ${count})
      union all
      (select id from event_sequenced where workspace_id = ${workspace.id} and name = ${name} order by position desc limit ${count}))
    order by id desc limit ${count}`.execute(db);
  return rows;
}

const COLUMNS = sql.raw('id, name, occurred_at, actor, cause, payload, record_ids[1] as "subjectId"');

/** An event as its declaration gives one. */
export function exampleOf({ event, subject }: WireScope, workspaceId: string, now: Date): LoadedEvent {
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
