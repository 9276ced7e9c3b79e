import { computed, defineKind, Field, tally, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { deviceDiscovered, deviceEvents, deviceRetired, deviceUpdated } from '../events.js';
import { jsonObject } from '../json-object.js';

export const DEVICE_TYPES = ['printer', 'scale', 'scanner', 'relay', 'sensor', 'display', 'camera', 'other'] as const;
export const LINK_MODES = ['none', 'set_stock', 'use', 'count', 'lookup'] as const;

const told = Type.Object({ value: Type.Optional(Type.Number()), code: Type.Optional(Type.String()) });

export const device = defineKind({
  id: 'devices:device',
  title: ['Device', 'Devices'],
  description: 'A scale, a scanner, a relay: what a bridge speaks with.',
  titleField: 'name',
  fields: Type.Object({
    name: Field.text({ minLength: 1 }),
    bridge: Type.Optional(Field.ref('devices:bridge')),
    type: Field.enum(DEVICE_TYPES, { default: 'other' }),
    driver: Type.Optional(Field.text()),
    address: Type.Optional(Field.text({ description: 'Where its bridge finds it.' })),
    status: computed(Field.enum(['unknown', 'online', 'offline', 'error'], { default: 'unknown' })),
    location: Type.Optional(Field.ref('spaces:location', { onDelete: 'clear' })),
    linked: Type.Optional(computed(Field.anyRef({ description: 'The record that its readings are about.' }))),
    link_mode: computed(Field.enum(LINK_MODES, { default: 'none', description: 'What its readings are for.' })),
    announce: Field.boolean({
      default: false,
      description: 'What it measures is told as events, for wires, also where it is linked with nothing.',
    }),
    min_change: Field.decimal({
      default: 0,
      minimum: 0,
      description: 'A value is told where it differs from the one told before by so much: what a scale trembles by.',
    }),
    last_reading: Type.Optional(tally(jsonObject('Its newest reading.'))),
    told: Type.Optional(tally(Field.json(told, { description: 'What of its values was last told as an event.' }))),
    applied_reading: Type.Optional(tally(Field.text({ description: 'Id of the reading that was applied last.' }))),
    last_seen_at: Type.Optional(tally(Field.datetime())),
  }),
  index: ['bridge'],
  unique: [['bridge', 'address']],
  events: { created: deviceDiscovered, updated: deviceUpdated, deleted: deviceRetired },
  emits: [...deviceEvents],
  eventPayload: ({ fields }) => ({ deviceName: fields.name }),
  example: { name: 'Scale 1', type: 'scale', address: 'usb:1' },
});

export type Device = RecordOf<typeof device>;
