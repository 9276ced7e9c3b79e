import { validationFailed, type ModuleContext } from '@cubit/core';
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
import { emptiness, type ReadingInput } from './reading-input.js';
import { reading, type Reading } from './reading.kind.js';
import { isWorthTelling, type Told } from './worth-telling.js';

const EVENTS = { value: deviceReading, state: deviceReading, scan: deviceScanned, count: deviceCounted } as const;
const STATUS_EVENTS = { online: deviceOnline, offline: deviceOffline, error: deviceError } as const;

const STRANGER = { code: 'not_found', message: 'There is no such device behind this bridge.' };

type Context = ModuleContext<(typeof deviceEvents)[number]>;
type Status = keyof typeof STATUS_EVENTS;

/** Readings of one device in the order in which they came, and what is known of it after them. */
interface Heard {
  readonly device: Device;
  status: Status;
  told: Told | undefined;
  /** The newest of them. */
  last: Reading | undefined;
}

/** Keeps readings, all in one write, and tells of those that somebody wants to know of. Answers how many there were. */
export async function takeReadings(
  context: Context,
  bridgeId: string,
  given: readonly ReadingInput[],
): Promise<number> {
  if (given.length === 0) return 0;
  const { records, now } = context;
  const known = await records.lock(device, [...new Set(given.map((one) => one.device))]);
  const faults = given.flatMap((one, index) => [
    ...(known.get(one.device)?.fields.bridge === bridgeId ? [] : [{ ...STRANGER, path: `/readings/${index}/device` }]),
    ...emptiness(one).map((fault) => ({ ...fault, path: `/readings/${index}/${fault.path}` })),
  ]);
  if (faults.length > 0) throw validationFailed(faults);
  const kept = await records.createMany(
    reading,
    given.map((one) => ({ fields: { at: now.toISOString(), ...one } })),
  );
  const heard = new Map([...known.values()].map((one) => [one.id, heardOf(one)]));
  for (const one of kept) hear(context, heard.get(one.fields.device) as Heard, one);
  for (const one of heard.values()) tellOfStatus(context, one);
  await records.updateMany(
    device,
    [...heard.values()].map((one) => patchOf(one, now)),
  );
  return kept.length;
}

function heardOf(one: Device): Heard {
  return { device: one, status: 'online', told: one.fields.told, last: undefined };
}

function hear({ emit }: Context, heard: Heard, one: Reading): void {
  const { type, value, unit, code, raw } = one.fields;
  const { id, fields } = heard.device;
  heard.last = one;
  if (type === 'state') heard.status = code === 'error' || code === 'offline' ? code : 'online';
  if (!isWorthTelling(fields, one.fields, heard.told)) return;
  if (type === 'value' || type === 'state')
    heard.told = { ...(value === undefined ? {} : { value }), ...(code === undefined ? {} : { code }) };
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

function tellOfStatus({ emit }: Context, heard: Heard): void {
  const { id, fields } = heard.device;
  if (fields.status === heard.status) return;
  const about = { deviceId: id, deviceName: fields.name };
  if (heard.status !== 'error') return emit(STATUS_EVENTS[heard.status], about);
  const raw = heard.last?.fields.raw;
  emit(deviceError, { ...about, error: typeof raw === 'string' ? raw : null });
}

function patchOf({ device: { id }, status, told, last }: Heard, now: Date) {
  const { device: _, ...newest } = last?.fields ?? {};
  return {
    id,
    fields: {
      status,
      last_seen_at: now.toISOString(),
      last_reading: { id: last?.id, ...newest },
      ...(told === undefined ? {} : { told }),
    },
  };
}
