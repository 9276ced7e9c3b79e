import { defineAction, type ModuleContext, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { bridge } from './bridge/bridge.kind.js';
import { bridgePayload } from './bridge/contact.js';
import { commandPayload } from './command/command-payload.js';
import { command } from './command/command.kind.js';
import { device } from './device/device.kind.js';
import { bridgeRevoked, commandCancelled, deviceRetired } from './events.js';

/** Upper bound for the queued commands of one device. */
const MAX_COMMANDS = 1_000;

export const retire = defineAction({
  id: 'devices:retire',
  title: 'Retire',
  description:
    'Retires a bridge or a device. A retired bridge gets no commands; revoke its API token as well, because the token keeps its other rights. A device is moved to the trash and its queued commands are cancelled; if its bridge finds it again, it is added as a new device.',
  appliesTo: [bridge, device],
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Null(),
  emits: [bridgeRevoked, deviceRetired, commandCancelled],
  agent: { words: ['remove', 'out of service', 'decommission'] },
  effects: { destructive: true, idempotent: false, readOnly: false },
  role: 'admin',
  ui: {
    done: 'Retired {title}',
    icon: 'archive',
    tone: 'danger',
    order: 90,
    confirm: 'Devices behind a retired bridge get no more commands.',
  },
  example: { title: 'Retire', input: {} },
  available: ({ kind, fields: { status } }) =>
    kind === 'devices:device' || status !== 'revoked' || notWhile('retired already'),
  async run(context, { kind, id }) {
    const { records, emit } = context;
    if (kind === 'devices:bridge')
      emit(bridgeRevoked, bridgePayload(await records.update(bridge, id, { status: 'revoked', offline_after: null })));
    else {
      await cancelQueued(context, id);
      await records.remove(device, [id]);
    }
    return null;
  },
});

async function cancelQueued({ records, emit }: ModuleContext<typeof commandCancelled>, of: string): Promise<void> {
  const queued = await records.find(command, {
    where: { device: of, status: 'queued' },
    limit: MAX_COMMANDS,
    lock: true,
  });
  const cancelled = await records.updateMany(
    command,
    queued.map(({ id }) => ({ id, fields: { status: 'cancelled', due_at: null } })),
  );
  for (const one of cancelled) emit(commandCancelled, commandPayload(one));
}
