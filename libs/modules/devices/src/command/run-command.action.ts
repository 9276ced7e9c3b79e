import { defineAction, fail, Field, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { bridge } from '../bridge/bridge.kind.js';
import { device } from '../device/device.kind.js';
import { commandQueued } from '../events.js';
import { jsonObject } from '../json-object.js';
import { aboutCommand } from './about-command.js';
import { command } from './command.kind.js';

const SECOND_MS = 1_000;
const DEFAULT_TTL_S = 60;
const MAX_TTL_S = 24 * 60 * 60;

export const runCommand = defineAction({
  id: 'devices:run_command',
  title: 'Run a command',
  description:
    'Queues it for the bridge that the device is behind. On a device, or on any record, or none, with `device`: a wire beeps a scale when a part runs low.',
  appliesTo: 'any',
  recordOptional: true,
  input: Type.Object(
    {
      command: Field.text({ minLength: 1 }),
      params: Type.Optional(jsonObject('As its driver wants them.')),
      device: Type.Optional(
        Type.String({ format: 'uuid', 'x-kind': 'devices:device', description: 'Id of the device.' }),
      ),
      ttl_s: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_TTL_S,
          default: DEFAULT_TTL_S,
          description: 'It expires where no bridge fetches it in so many seconds.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ command: Type.String({ format: 'uuid' }) }),
  emits: [commandQueued],
  effects: { destructive: false, idempotent: false, readOnly: false },
  undoneBy: 'devices:cancel_command',
  example: {
    title: 'Beep',
    input: { command: 'beep', params: { ms: 200 }, ttl_s: 60 },
  },
  async run({ records, emit, now, actor }, about, { command: name, params, device: named, ttl_s = DEFAULT_TTL_S }) {
    const isDevice = about?.kind === device.id;
    const id = named ?? (isDevice ? about.id : undefined);
    if (id === undefined)
      throw validationFailed([{ path: '/input/device', code: 'required', message: 'Which device is to do it?' }]);
    const target = (await records.getMany(device, [id])).get(id);
    if (!target)
      throw validationFailed([{ path: '/input/device', code: 'not_found', message: 'There is no such device.' }]);
    const behind = target.fields.bridge;
    if (behind === undefined) throw fail('conflict', 'The device is behind no bridge.');
    if ((await records.get(bridge, behind)).fields.status === 'revoked')
      throw fail('conflict', 'The bridge of the device was retired.');
    const expiresAt = new Date(now.getTime() + ttl_s * SECOND_MS).toISOString();
    const made = await records.create(command, {
      device: id,
      bridge: behind,
      name,
      ...(params === undefined ? {} : { params }),
      expires_at: expiresAt,
      due_at: expiresAt,
      ...(actor.type === 'user' && actor.id !== null ? { requested_by: actor.id } : {}),
      ...(about && !isDevice ? { cause: { kind: about.kind, id: about.id } } : {}),
    });
    emit(commandQueued, aboutCommand(made));
    return { command: made.id };
  },
});
