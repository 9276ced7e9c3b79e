import { computed, defineKind, Field, type RecordOf, rollup } from '@cubit/core';
import { Type } from 'typebox';
import { deviceDiscovered, deviceEvents, deviceRetired, deviceUpdated } from '../events.js';
import { jsonObject } from '../json-object.js';

export const DEVICE_TYPES = ['printer', 'scale', 'scanner', 'relay', 'sensor', 'display', 'camera', 'other'] as const;
export const LINK_MODES = ['none', 'set_stock', 'use', 'count', 'lookup'] as const;

const reportedValue = Type.Object({ value: Type.Optional(Type.Number()), code: Type.Optional(Type.String()) });

export const device = defineKind({
  id: 'devices:device',
  title: ['Device', 'Devices'],
  description: 'A scale, scanner, relay or other device that a bridge connects.',
  titleField: 'name',
  fields: Type.Object({
    name: Field.text({ minLength: 1 }),
    bridge: Type.Optional(Field.ref('devices:bridge')),
    type: Field.enum(DEVICE_TYPES, { default: 'other' }),
    driver: Type.Optional(Field.text()),
    address: Type.Optional(Field.text({ description: 'Address of the device at its bridge.' })),
    status: computed(Field.enum(['unknown', 'online', 'offline', 'error'], { default: 'unknown' })),
    location: Type.Optional(Field.ref('spaces:location', { onDelete: 'clear' })),
    linked: Type.Optional(computed(Field.anyRef({ description: 'The record that readings apply to.' }))),
    link_mode: computed(
      Field.enum(LINK_MODES, { default: 'none', description: 'How readings are applied to the linked record.' }),
    ),
    announce: Field.boolean({
      default: false,
      description: 'Emit readings as events even if the device is not linked.',
    }),
    min_change: Field.decimal({
      default: 0,
      minimum: 0,
      description:
        'Minimum difference from the last emitted value for a value to be emitted, such as the noise of a scale.',
    }),
    last_reading: Type.Optional(rollup(jsonObject('The newest reading.'))),
    told: Type.Optional(
      rollup(Field.json(reportedValue, { description: 'The value or state that was last emitted as an event.' })),
    ),
    applied_reading: Type.Optional(rollup(Field.text({ description: 'Id of the last applied reading.' }))),
    last_seen_at: Type.Optional(rollup(Field.datetime())),
  }),
  index: ['bridge'],
  unique: [['bridge', 'address']],
  events: { created: deviceDiscovered, updated: deviceUpdated, deleted: deviceRetired },
  emits: [...deviceEvents],
  eventPayload: ({ fields }) => ({ deviceName: fields.name }),
  example: { name: 'Scale 1', type: 'scale', address: 'usb:1' },
});

export type Device = RecordOf<typeof device>;
