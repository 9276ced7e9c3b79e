import { Field, validationFailed, type ModuleContext } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { device } from '../device/device.kind.js';
import { deviceCounted, deviceOnline, deviceReading, deviceScanned } from '../events.js';

/** What a device measured, scanned or counted. */
export const readingInput = Type.Object(
  {
    device: Type.String({ format: 'uuid' }),
    type: Field.enum(['value', 'scan', 'count', 'state']),
    value: Type.Optional(Field.decimal()),
    unit: Type.Optional(Field.text()),
    code: Type.Optional(Field.text()),
    raw: Type.Optional(Type.Unknown()),
    at: Type.Optional(Field.datetime({ description: 'When, by the clock of the bridge. Default: now.' })),
  },
  { additionalProperties: false },
);

const EVENTS = { value: deviceReading, state: deviceReading, scan: deviceScanned, count: deviceCounted } as const;

/** Each reading is an event; the device keeps its newest. Answers how many there were. */
export async function takeReadings(
  { records, emit, now }: ModuleContext,
  bridgeId: string,
  readings: readonly Static<typeof readingInput>[],
): Promise<number> {
  const known = await records.lock(device, [...new Set(readings.map((reading) => reading.device))]);
  const faults = readings.flatMap(({ device: id }, index) =>
    known.get(id)?.fields.bridge === bridgeId
      ? []
      : [
          {
            path: `/readings/${index}/device`,
            code: 'not_found',
            message: 'There is no such device behind this bridge.',
          },
        ],
  );
  if (faults.length > 0) throw validationFailed(faults);
  const newest = new Map<string, object>();
  for (const { device: id, type, value, unit, code, raw, at } of readings) {
    const { name, linked, link_mode } = known.get(id)?.fields ?? { name: '', linked: undefined, link_mode: 'none' };
    emit(EVENTS[type], {
      deviceId: id,
      deviceName: name,
      value: value ?? null,
      unit: unit ?? null,
      code: code ?? null,
      raw: raw ?? null,
      linked: linked ?? null,
      linkMode: link_mode,
    });
    newest.set(id, { type, value, unit, code, raw, at: at ?? now.toISOString() });
  }
  await records.updateMany(
    device,
    [...newest].map(([id, reading]) => ({
      id,
      fields: {
        status: 'online',
        last_seen_at: now.toISOString(),
        last_reading: Object.fromEntries(Object.entries(reading).filter(([, member]) => member !== undefined)),
      },
    })),
  );
  for (const id of newest.keys()) {
    const one = known.get(id);
    if (one && one.fields.status !== 'online') emit(deviceOnline, { deviceId: id, deviceName: one.fields.name });
  }
  return readings.length;
}
