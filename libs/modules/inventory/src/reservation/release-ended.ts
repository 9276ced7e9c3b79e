import { Field, foreignKind, type ModuleContext, type SubscriptionDefinition } from '@cubit/core';
import { Type } from 'typebox';
import { MAX_RESERVATIONS } from './release-for.action.js';
import { reservation } from './reservation.kind.js';

const stateful = (id: `${string}:${string}`) => foreignKind(id, Type.Object({ status: Type.Optional(Field.text()) }));

/** Kinds of records that stock is reserved for and that end, with the statuses in which they need no stock. */
const ENDING = {
  task: { kind: stateful('projects:task'), ended: ['done', 'cancelled'] },
  project: { kind: stateful('projects:project'), ended: ['completed', 'cancelled'] },
  job: { kind: stateful('digifab:job'), ended: ['completed', 'failed', 'cancelled'] },
  build: { kind: stateful('inventory:build'), ended: ['completed', 'cancelled'] },
} as const;
type Ending = keyof typeof ENDING;

/** Events after which a record may have ended, or its end may have been undone. Each has the id of the record as `taskId`, `projectId`, `jobId` or `buildId`. */
const EVENTS: readonly (readonly [event: string, of: Ending])[] = [
  ['projects.task.completed', 'task'],
  ['projects.task.cancelled', 'task'],
  ['projects.task.reopened', 'task'],
  ['projects.task.deleted', 'task'],
  ['projects.project.status_changed', 'project'],
  ['projects.project.deleted', 'project'],
  ['digifab.print.completed', 'job'],
  ['digifab.print.failed', 'job'],
  ['digifab.print.cancelled', 'job'],
  ['inventory.build.completed', 'build'],
  ['inventory.build.cancelled', 'build'],
];

/** Subscriptions that release what is reserved for a record that ended, and restore it if that is undone. */
export const releaseSubscriptions: readonly SubscriptionDefinition[] = EVENTS.map(([event, of]) => ({
  id: `release_after_${event.split('.').slice(1).join('_')}`,
  event,
  run: (context, { payload }) =>
    followEnd(context, { of, id: String(payload[`${of}Id`]), restore: payload['restored'] === true }),
}));

interface EndedRecord {
  readonly of: Ending;
  readonly id: string;
  readonly restore: boolean;
}

/** Decides by the present state: the record may be open again, with new reservations, or may have ended again. */
async function followEnd(context: ModuleContext, { of, id, restore }: EndedRecord): Promise<void> {
  const { kind, ended } = ENDING[of];
  if (!context.records.knows(kind)) return;
  const status = (await context.records.getMany(kind, [id])).get(id)?.fields.status;
  const hasEnded = status === undefined || ended.some((one) => one === status);
  if (!hasEnded && !restore) return forgetEnd(context, id);
  if (hasEnded && restore) return;
  await context.invoke('inventory:release_for', null, {
    for: { kind: kind.id, id },
    ...(hasEnded ? { ended: true } : { restore }),
  });
}

/** It was reopened to go on: an undo of a later end restores only what that end released. */
async function forgetEnd({ records }: ModuleContext, id: string): Promise<void> {
  const released = await records.find(reservation, { where: { ended_for: id }, limit: MAX_RESERVATIONS });
  await records.updateMany(
    reservation,
    released.map((kept) => ({ id: kept.id, fields: { ended_for: null } })),
  );
}
