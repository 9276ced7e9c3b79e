import { fail, type ModuleContext } from '@cubit/core';
import { device } from '../device/device.kind.js';
import { bridgeOffline, bridgeOnline, deviceOffline, type bridgeEvents, type deviceEvents } from '../events.js';
import { bridge, type Bridge } from './bridge.kind.js';

const SECOND_MS = 1_000;
/** Maximum duration of a poll, in seconds. */
export const POLL_S = 25;
/** Missed polls after which a bridge counts as offline. */
const MISSED_POLLS = 3;
/** Contact is stored at most this often, so that frequent polls do not cause frequent writes. */
const EVERY_MS = 5 * SECOND_MS;

type Context = ModuleContext<(typeof bridgeEvents)[number] | (typeof deviceEvents)[number]>;

/** The bridge of the calling token, locked. `403` if it was retired, `404` if no bridge registered with the token. */
export async function callingBridge({ records, actor }: ModuleContext): Promise<Bridge> {
  const [found] = await records.find(bridge, { where: { credential: actor.via.id ?? '' }, limit: 1, lock: true });
  if (!found) throw fail('not_found', 'No bridge has registered with this token.');
  if (found.fields.status === 'revoked') throw fail('forbidden', 'This bridge was retired.');
  return found;
}

/** Records contact: the bridge is online until it misses three polls. */
export async function recordContact(context: Context, known: Bridge): Promise<Bridge> {
  const { records, now, emit } = context;
  const { status, last_seen_at: seen } = known.fields;
  const isFresh = seen !== undefined && now.getTime() - Date.parse(seen) < EVERY_MS;
  if (status === 'online' && isFresh) return known;
  const after = await records.update(bridge, known.id, { status: 'online', ...contactFields(now) });
  if (status !== 'online') emit(bridgeOnline, bridgePayload(after));
  return after;
}

export function contactFields(now: Date) {
  const offlineAfter = new Date(now.getTime() + MISSED_POLLS * POLL_S * SECOND_MS);
  return { last_seen_at: now.toISOString(), offline_after: offlineAfter.toISOString() };
}

/** Marks bridges and the devices behind them as offline. */
export async function markOffline({ records, emit }: Context, bridges: readonly Bridge[]): Promise<void> {
  const lost = await records.updateMany(
    bridge,
    bridges.map(({ id }) => ({ id, fields: { status: 'offline', offline_after: null } })),
  );
  for (const one of lost) emit(bridgeOffline, bridgePayload(one));
  const behind = await records.find(device, {
    where: { bridge: { in: bridges.map(({ id }) => id) }, status: 'online' },
    limit: 10_000,
  });
  await records.updateMany(
    device,
    behind.map(({ id }) => ({ id, fields: { status: 'offline' } })),
  );
  for (const { id, fields } of behind) emit(deviceOffline, { deviceId: id, deviceName: fields.name });
}

export function bridgePayload({ id, fields }: Bridge) {
  return { bridgeId: id, bridgeName: fields.name, version: fields.software_version ?? null };
}
