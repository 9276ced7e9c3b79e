import { defineKind, Field, fixed, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { jsonObject } from '../json-object.js';
import { commandHints } from './command.hints.js';

/**
 * A command for a device.
 *
 * `queued`: waits for its bridge. `delivered`: fetched by the bridge and leased until `lease_until`; then it is queued again, or has failed
 * after three deliveries. `succeeded`, `failed`: as the bridge reported. `expired`: not fetched in time. `cancelled`: cancelled while queued.
 */
export const COMMAND_STATUSES = ['queued', 'delivered', 'succeeded', 'failed', 'expired', 'cancelled'] as const;

export const command = defineKind({
  id: 'devices:command',
  title: ['Command', 'Commands'],
  description: 'A command for a device, with its status and result.',
  titleField: 'name',
  access: 'read-only',
  fields: Type.Object({
    device: fixed(
      Field.ref('devices:device', { title: 'Device', onDelete: 'keep', description: 'The device that executes it.' }),
    ),
    bridge: fixed(
      Field.ref('devices:bridge', { title: 'Bridge', onDelete: 'keep', description: 'The bridge that fetches it.' }),
    ),
    name: fixed(
      Field.text({ title: 'Command', minLength: 1, description: 'Name of the command, as the driver defines it.' }),
    ),
    params: Type.Optional(fixed(Field.titled('Parameters', jsonObject('Parameters as the driver defines them.')))),
    status: Field.enum(COMMAND_STATUSES, {
      title: 'Status',
      ui: {
        widget: 'status',
        tone: { info: { is: 'queued' }, ok: { is: 'succeeded' }, bad: { in: ['failed', 'expired'] } },
      },
      default: 'queued',
      description:
        'Progress of the command. `queued`: waits for its bridge. `delivered`: fetched, but without an outcome yet. `succeeded`, `failed`: as the bridge reported. `expired`: not fetched in time. `cancelled`: cancelled while queued.',
    }),
    expires_at: fixed(
      Field.datetime({ title: 'Expires', description: 'When it expires if the bridge has not fetched it.' }),
    ),
    lease_until: Type.Optional(
      Field.datetime({
        title: 'Leased until',
        ui: { hidden: true },
        description: 'Until when the bridge can report the outcome.',
      }),
    ),
    due_at: Type.Optional(
      Field.datetime({
        title: 'Due',
        ui: { hidden: true },
        description: 'When the command expires, or its lease ends.',
      }),
    ),
    attempts: Field.integer({ title: 'Deliveries', default: 0, description: 'Number of deliveries.' }),
    result: Type.Optional(
      Field.json(Type.Unknown(), { title: 'Result', description: 'Result reported by the bridge.' }),
    ),
    error: Type.Optional(Field.longtext({ title: 'Error', description: 'Why it failed. Absent if it did not fail.' })),
    requested_by: Type.Optional(
      fixed(
        Field.user({ title: 'Requested by', description: 'Member who requested it. Absent for a wire or a module.' }),
      ),
    ),
    cause: Type.Optional(
      fixed(Field.anyRef({ title: 'For', description: 'The record that the command was requested on.' })),
    ),
  }),
  index: [['bridge', 'status'], 'due_at', 'device'],
  ui: commandHints,
});

export type Command = RecordOf<typeof command>;
