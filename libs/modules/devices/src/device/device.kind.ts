import { computed, defineKind, Field, type RecordOf, rollup } from '@cubit/core';
import { Type } from 'typebox';
import { deviceDiscovered, deviceEvents, deviceRetired, deviceUpdated } from '../events.js';
import { jsonObject } from '../json-object.js';
import { deviceHints } from './device.hints.js';

export const DEVICE_TYPES = ['printer', 'scale', 'scanner', 'relay', 'sensor', 'display', 'camera', 'other'] as const;
export const LINK_MODES = ['none', 'set_stock', 'use', 'count', 'lookup'] as const;

const reportedValue = Type.Object({
  value: Type.Optional(Type.Number({ title: 'Value' })),
  code: Type.Optional(Type.String({ title: 'Code' })),
});

export const device = defineKind({
  id: 'devices:device',
  title: ['Device', 'Devices'],
  description: 'A scale, scanner, relay or other device that a bridge connects.',
  titleField: 'name',
  fields: Type.Object({
    name: Field.text({ title: 'Name', minLength: 1, description: 'Name that people recognize the device by.' }),
    bridge: Type.Optional(
      Field.ref('devices:bridge', {
        title: 'Bridge',
        description: 'The bridge that connects the device. Without one, it gets no commands.',
      }),
    ),
    type: Field.enum(DEVICE_TYPES, { title: 'Type', default: 'other', description: 'What the device is.' }),
    driver: Type.Optional(
      Field.text({ title: 'Driver', description: 'Driver of the bridge that talks to the device.' }),
    ),
    address: Type.Optional(Field.text({ title: 'Address', description: 'Address of the device at its bridge.' })),
    status: computed(
      Field.enum(['unknown', 'online', 'offline', 'error'], {
        title: 'Status',
        ui: { widget: 'status', tone: { ok: { is: 'online' }, warn: { is: 'offline' }, bad: { is: 'error' } } },
        default: 'unknown',
        description: 'State of the connection, as the bridge reports it. `unknown` before the first report.',
      }),
    ),
    location: Type.Optional(
      Field.ref('spaces:location', { title: 'Location', onDelete: 'clear', description: 'Where the device stands.' }),
    ),
    linked: Type.Optional(
      computed(Field.anyRef({ title: 'Linked record', description: 'The record that readings apply to.' })),
    ),
    link_mode: computed(
      Field.enum(LINK_MODES, {
        title: 'Use of readings',
        default: 'none',
        description: 'How readings are applied to the linked record.',
      }),
    ),
    announce: Field.boolean({
      title: 'Emit readings',
      default: false,
      description: 'Emit readings as events even if the device is not linked.',
    }),
    min_change: Field.decimal({
      title: 'Minimum change',
      default: 0,
      minimum: 0,
      description:
        'Minimum change for a value to be emitted. It is the difference from the last emitted value, such as the noise of a scale.',
    }),
    last_reading: Type.Optional(rollup(Field.titled('Last reading', jsonObject('The newest reading.')))),
    told: Type.Optional(
      rollup(
        Field.json(reportedValue, {
          title: 'Last emitted',
          ui: { hidden: true },
          description: 'The value or state that was last emitted as an event.',
        }),
      ),
    ),
    applied_reading: Type.Optional(
      rollup(
        Field.text({ title: 'Applied reading', ui: { hidden: true }, description: 'Id of the last applied reading.' }),
      ),
    ),
    last_seen_at: Type.Optional(
      rollup(
        Field.datetime({
          title: 'Last seen',
          ui: { widget: 'relative' },
          description: 'When the bridge last reported anything about the device.',
        }),
      ),
    ),
  }),
  index: ['bridge'],
  unique: [['bridge', 'address']],
  events: { created: deviceDiscovered, updated: deviceUpdated, deleted: deviceRetired },
  emits: [...deviceEvents],
  eventPayload: ({ fields }) => ({ deviceName: fields.name }),
  ui: deviceHints,
  example: { name: 'Scale 1', type: 'scale', address: 'usb:1' },
});

export type Device = RecordOf<typeof device>;
