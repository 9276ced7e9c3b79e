import { defineKind, Field, fixed, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { jsonObject } from '../json-object.js';

/**
 * Something that a device is to do.
 *
 * `queued`: waits for its bridge. `delivered`: handed out, and held for the bridge until `lease_until`; then it is queued again, or has failed
 * after three times. `succeeded`, `failed`: as the bridge answered. `expired`: nobody fetched it in time. `cancelled`: while it was queued.
 */
export const COMMAND_STATUSES = ['queued', 'delivered', 'succeeded', 'failed', 'expired', 'cancelled'] as const;

export const command = defineKind({
  id: 'devices:command',
  title: ['Command', 'Commands'],
  description: 'Something that a device is to do, and what became of it.',
  titleField: 'name',
  access: 'read-only',
  fields: Type.Object({
    device: fixed(Field.ref('devices:device', { onDelete: 'keep' })),
    bridge: fixed(Field.ref('devices:bridge', { onDelete: 'keep' })),
    name: fixed(Field.text({ minLength: 1 })),
    params: Type.Optional(fixed(jsonObject('As its driver wants them.'))),
    status: Field.enum(COMMAND_STATUSES, { default: 'queued' }),
    expires_at: fixed(Field.datetime()),
    lease_until: Type.Optional(Field.datetime({ description: 'Until then it is the bridge’s to answer.' })),
    due_at: Type.Optional(Field.datetime({ description: 'When something becomes of it by itself.' })),
    attempts: Field.integer({ default: 0, description: 'How often it was handed out.' }),
    result: Type.Optional(Field.json(Type.Unknown(), { description: 'What the bridge answered.' })),
    error: Type.Optional(Field.longtext()),
    requested_by: Type.Optional(fixed(Field.user())),
    cause: Type.Optional(fixed(Field.anyRef({ description: 'The record that it was asked for on.' }))),
  }),
  index: [['bridge', 'status'], 'due_at', 'device'],
});

export type Command = RecordOf<typeof command>;
