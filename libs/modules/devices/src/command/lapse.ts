import type { RecordPatch, ModuleContext } from '@cubit/core';
import { commandExpired, commandFailed, type commandEvents } from '../events.js';
import { aboutCommand } from './about-command.js';
import { command, type Command } from './command.kind.js';

/** Times that a command is handed out, where nothing is heard of it. */
export const MAX_ATTEMPTS = 3;

/** Commands whose time is up: those not fetched expire; those not answered are queued again, or have failed. */
export async function lapse(
  { records, emit, now }: ModuleContext<(typeof commandEvents)[number]>,
  due: readonly Command[],
): Promise<void> {
  const after = await records.updateMany(
    command,
    due.map((one) => ({ id: one.id, fields: nextOf(one, now) })),
  );
  for (const one of after) {
    if (one.fields.status === 'expired') emit(commandExpired, aboutCommand(one));
    if (one.fields.status === 'failed') emit(commandFailed, { ...aboutCommand(one), error: one.fields.error ?? '' });
  }
}

function nextOf({ fields }: Command, now: Date): RecordPatch<typeof command>['fields'] {
  const { status, attempts, expires_at } = fields;
  if (status === 'delivered' && attempts >= MAX_ATTEMPTS)
    return {
      status: 'failed',
      error: `The bridge did not answer, ${attempts} times.`,
      due_at: null,
      lease_until: null,
    };
  if (Date.parse(expires_at) <= now.getTime()) return { status: 'expired', due_at: null, lease_until: null };
  return { status: 'queued', due_at: expires_at, lease_until: null };
}
