import { type ModuleContext, validationFailed } from '@cubit/core';
import { device, type Device } from '../device/device.kind.js';
import {
  deviceCounted,
  deviceError,
  deviceOffline,
  deviceOnline,
  deviceReading,
  deviceScanned,
  type deviceEvents,
} from '../events.js';
import { missingMembers, type ReadingInput } from './reading-input.js';
import { reading, type Reading } from './reading.kind.js';
import { isReported, type ReportedValue } from './is-reported.js';

const EVENTS = { value: deviceReading, state: deviceReading, scan: deviceScanned, count: deviceCounted } as const;
const STATUS_EVENTS = { online: deviceOnline, offline: deviceOffline, error: deviceError } as const;

const UNKNOWN_DEVICE = { code: 'not_found', message: 'This bridge has no device with this id.' };

type Context = ModuleContext<(typeof deviceEvents)[number]>;
type Status = keyof typeof STATUS_EVENTS;

/** The state of one device while its readings are processed in order. */
interface DeviceUpdate {
  readonly device: Device;
  status: Status;
  reported: ReportedValue | undefined;
  /** The newest reading. */
  last: Reading | undefined;
}

/** Stores readings in one write and emits events for those that are reported. Returns the number stored. */
export async function storeReadings(
  context: Context,
  bridgeId: string,
  given: readonly ReadingInput[],
): Promise<number> {
  if (given.length === 0) return 0;
  const { records, now } = context;
  const known = await records.lock(device, [...new Set(given.map((one) => one.device))]);
  const faults = given.flatMap((one, index) => [
    ...(known.get(one.device)?.fields.bridge === bridgeId
      ? []
      : [{ ...UNKNOWN_DEVICE, path: `/readings/${index}/device` }]),
    ...missingMembers(one).map((fault) => ({ ...fault, path: `/readings/${index}/${fault.path}` })),
  ]);
  if (faults.length > 0) throw validationFailed(faults);
  const stored = await records.createMany(
    reading,
    given.map((one) => ({ fields: { at: now.toISOString(), ...one } })),
  );
  const updates = new Map([...known.values()].map((one) => [one.id, updateOf(one)]));
  for (const one of stored) applyReading(context, updates.get(one.fields.device) as DeviceUpdate, one);
  for (const one of updates.values()) emitStatus(context, one);
  await records.updateMany(
    device,
    [...updates.values()].map((one) => patchOf(one, now)),
  );
  return stored.length;
}

function updateOf(one: Device): DeviceUpdate {
  return { device: one, status: 'online', reported: one.fields.told, last: undefined };
}

function applyReading({ emit }: Context, update: DeviceUpdate, one: Reading): void {
  const { type, value, unit, code, raw } = one.fields;
  const { id, fields } = update.device;
  update.last = one;
  if (type === 'state') update.status = code === 'error' || code === 'offline' ? code : 'online';
  if (!isReported(fields, one.fields, update.reported)) return;
  if (type === 'value' || type === 'state')
    update.reported = { ...(value === undefined ? {} : { value }), ...(code === undefined ? {} : { code }) };
  emit(EVENTS[type], {
    deviceId: id,
    deviceName: fields.name,
    readingId: one.id,
    value: value ?? null,
    unit: unit ?? null,
    code: code ?? null,
    raw: raw ?? null,
    linked: fields.linked ?? null,
    linkMode: fields.link_mode,
  });
}

function emitStatus({ emit }: Context, update: DeviceUpdate): void {
  const { id, fields } = update.device;
  if (fields.status === update.status) return;
  const about = { deviceId: id, deviceName: fields.name };
  if (update.status !== 'error') return emit(STATUS_EVENTS[update.status], about);
  const raw = update.last?.fields.raw;
  emit(deviceError, { ...about, error: typeof raw === 'string' ? raw : null });
}

function patchOf({ device: { id }, status, reported, last }: DeviceUpdate, now: Date) {
  const { device: _, ...newest } = last?.fields ?? {};
  return {
    id,
    fields: {
      status,
      last_seen_at: now.toISOString(),
      last_reading: { id: last?.id, ...newest },
      ...(reported === undefined ? {} : { told: reported }),
    },
  };
}
