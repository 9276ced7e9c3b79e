import { type CubitError, defineAction, errorOf, Field, type ModuleContext, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { bridge, type Bridge } from '../bridge/bridge.kind.js';
import { device, type Device } from '../device/device.kind.js';
import { commandQueued } from '../events.js';
import { jsonObject } from '../json-object.js';
import { commandPayload } from './command-payload.js';
import { command } from './command.kind.js';

const SECOND_MS = 1_000;
const DEFAULT_TTL_S = 60;
const MAX_TTL_S = 24 * 60 * 60;

export const runCommand = defineAction({
  id: 'devices:run_command',
  title: 'Run a command',
  description:
    'Queues a command for the bridge of a device. Runs on a device, or with `device` on any record or none, so that a wire can, for example, beep a scale when a part runs low.',
  appliesTo: 'any',
  recordOptional: true,
  input: Type.Object(
    {
      command: Field.text({
        title: 'Command',
        minLength: 1,
        description: 'Name of the command, as the driver defines it.',
      }),
      params: Type.Optional(Field.titled('Parameters', jsonObject('Parameters as the driver defines them.'))),
      device: Type.Optional(
        Type.String({ title: 'Device', format: 'uuid', 'x-kind': 'devices:device', description: 'Id of the device.' }),
      ),
      ttl_s: Type.Optional(
        Type.Integer({
          title: 'Valid for',
          minimum: 1,
          maximum: MAX_TTL_S,
          default: DEFAULT_TTL_S,
          description: 'Seconds after which the command expires if the bridge has not fetched it.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ command: Type.String({ format: 'uuid' }) }),
  emits: [commandQueued],
  agent: { words: ['turn on', 'turn off', 'switch', 'control', 'start'] },
  effects: { destructive: false, idempotent: false, readOnly: false },
  undoneBy: 'devices:cancel_command',
  ui: { offered: false, icon: 'send', order: 97, hidden: ['device'] },
  undo:
    () =>
    ({ command: id }) => ({ record: { kind: command.id, id }, input: { discard: true } }),
  example: {
    title: 'Beep',
    input: { command: 'beep', params: { ms: 200 }, ttl_s: 60 },
  },
  lookup: async ({ records }, about) => (about.kind === device.id ? bridgeOf(records, about as Device) : undefined),
  available(about, { found: behind, input: given }) {
    if (about?.kind !== device.id || given?.device !== undefined) return true;
    return (behind !== undefined && isReachable(behind)) || unreachable(behind);
  },
  async run({ records, emit, now, actor }, about, { command: name, params, device: named, ttl_s = DEFAULT_TTL_S }) {
    const isDevice = about?.kind === device.id;
    const id = named ?? (isDevice ? about.id : undefined);
    if (id === undefined)
      throw validationFailed([
        { path: '/input/device', code: 'required', message: 'device is required unless the action runs on a device.' },
      ]);
    const target = (await records.getMany(device, [id])).get(id);
    if (!target)
      throw validationFailed([{ path: '/input/device', code: 'not_found', message: 'The device does not exist.' }]);
    const behind = await bridgeOf(records, target);
    if (!behind || !isReachable(behind)) throw unreachable(behind);
    const expiresAt = new Date(now.getTime() + ttl_s * SECOND_MS).toISOString();
    const made = await records.create(command, {
      device: id,
      bridge: behind.id,
      name,
      ...(params === undefined ? {} : { params }),
      expires_at: expiresAt,
      due_at: expiresAt,
      ...(actor.type === 'user' && actor.id !== null ? { requested_by: actor.id } : {}),
      ...(about && !isDevice ? { cause: { kind: about.kind, id: about.id } } : {}),
    });
    emit(commandQueued, commandPayload(made));
    return { command: made.id };
  },
});

async function bridgeOf(records: ModuleContext['records'], { fields }: Device): Promise<Bridge | undefined> {
  if (fields.bridge === undefined) return undefined;
  return (await records.getMany(bridge, [fields.bridge])).get(fields.bridge);
}

function isReachable({ fields: { status } }: Bridge): boolean {
  return status !== 'revoked';
}

function unreachable(behind: Bridge | undefined): CubitError {
  return errorOf('conflict', behind ? 'The bridge of the device was retired.' : 'The device has no bridge.');
}
