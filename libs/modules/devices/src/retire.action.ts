import { defineAction, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { bridge } from './bridge/bridge.kind.js';
import { aboutBridge } from './bridge/contact.js';
import { aboutCommand } from './command/about-command.js';
import { command } from './command/command.kind.js';
import { device } from './device/device.kind.js';
import { bridgeRevoked, commandCancelled, deviceRetired } from './events.js';

/** Far more than a device gets in the day that a command lives at most. */
const MAX_COMMANDS = 1_000;

export const retire = defineAction({
  id: 'devices:retire',
  title: 'Retire',
  description:
    'A bridge gets no more commands; revoke its API token as well: that ends whatever else the token may do. A device goes into the trash, and its queued commands are cancelled; where its bridge finds it again, it comes back as a new one.',
  appliesTo: [bridge, device],
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Null(),
  emits: [bridgeRevoked, deviceRetired, commandCancelled],
  effects: { destructive: true, idempotent: false, readOnly: false },
  role: 'admin',
  example: { title: 'Retire', input: {} },
  available: ({ kind, fields: { status } }) =>
    kind === 'devices:device' || status !== 'revoked' || 'it is retired already',
  async run(context, { kind, id }) {
    const { records, emit } = context;
    if (kind === 'devices:bridge')
      emit(bridgeRevoked, aboutBridge(await records.update(bridge, id, { status: 'revoked', offline_after: null })));
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
  for (const one of cancelled) emit(commandCancelled, aboutCommand(one));
}
