import type { ModuleContext, RecordPatch } from '@cubit/core';
import { commandExpired, commandFailed, type commandEvents } from '../events.js';
import { commandPayload } from './command-payload.js';
import { command, type Command } from './command.kind.js';

/** Maximum number of deliveries of a command that gets no response. */
export const MAX_ATTEMPTS = 3;

/** Handles commands past `due_at`: commands that were not fetched expire; delivered commands without a response are queued again or fail. */
export async function handleOverdue(
  { records, emit, now }: ModuleContext<(typeof commandEvents)[number]>,
  due: readonly Command[],
): Promise<void> {
  const after = await records.updateMany(
    command,
    due.map((one) => ({ id: one.id, fields: nextOf(one, now) })),
  );
  for (const one of after) {
    if (one.fields.status === 'expired') emit(commandExpired, commandPayload(one));
    if (one.fields.status === 'failed') emit(commandFailed, { ...commandPayload(one), error: one.fields.error ?? '' });
  }
}

function nextOf({ fields }: Command, now: Date): RecordPatch<typeof command>['fields'] {
  const { status, attempts, expires_at } = fields;
  if (status === 'delivered' && attempts >= MAX_ATTEMPTS)
    return {
      status: 'failed',
      error: `The bridge did not respond to ${attempts} deliveries.`,
      due_at: null,
      lease_until: null,
    };
  if (Date.parse(expires_at) <= now.getTime()) return { status: 'expired', due_at: null, lease_until: null };
  return { status: 'queued', due_at: expires_at, lease_until: null };
}
