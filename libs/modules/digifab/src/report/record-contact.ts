import type { ModuleContext } from '@cubit/core';
import { connectionRecord } from '../connection/connection.fields.js';
import { machineRecord, type Machine } from '../machine/machine.fields.js';
import type { Report } from './report-input.js';

const SECOND_MS = 1_000;
/** Contact is stored at most this often, so that frequent reports do not cause frequent writes. */
const EVERY_MS = 15_000;
/** Missed reports after which a machine is taken to be offline. */
const MISSED = 3;

/** Records that the machine was in contact, and marks its connection as online. */
export async function recordContact(
  { records, now }: ModuleContext,
  machine: Machine | null,
  { state }: Report,
): Promise<Machine | null> {
  if (!machine || state === 'offline') return machine;
  const { last_seen_at: seen, heartbeat_s: heartbeat, offline_after: until, connection } = machine.fields;
  const isFresh = seen !== undefined && now.getTime() - Date.parse(seen) < EVERY_MS;
  const isWatched = (heartbeat === undefined) === (until === undefined);
  if (isFresh && isWatched && machine.fields.status !== 'offline') return machine;
  const allowance = heartbeat === undefined ? undefined : MISSED * heartbeat * SECOND_MS + EVERY_MS;
  if (connection !== undefined && machine.fields.status === 'offline') {
    const known = (await records.getMany(connectionRecord, [connection])).get(connection);
    if (known && known.fields.status !== 'online')
      await records.update(connectionRecord, connection, { status: 'online', last_error: null });
  }
  return records.update(machineRecord, machine.id, {
    last_seen_at: now.toISOString(),
    offline_after: allowance === undefined ? null : new Date(now.getTime() + allowance).toISOString(),
  });
}
