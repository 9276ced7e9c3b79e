import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { bridge } from './bridge/bridge.kind.js';
import { aboutBridge } from './bridge/contact.js';
import { device } from './device/device.kind.js';
import { bridgeUpdated, deviceUpdated } from './events.js';

export const rename = defineAction({
  id: 'devices:rename',
  title: 'Rename',
  description: 'A bridge keeps the name, whatever it registers as from then on.',
  appliesTo: [bridge, device],
  input: Type.Object({ name: Field.text({ minLength: 1 }) }, { additionalProperties: false }),
  output: Type.Object({ name: Type.String() }),
  emits: [bridgeUpdated, deviceUpdated],
  effects: { destructive: false, idempotent: true, readOnly: false },
  example: { title: 'By its place', input: { name: 'Scale at the lathe' } },
  async run({ records, emit }, target, { name }) {
    const path = () => '/input/name';
    if (target.kind === 'devices:device') await records.update(device, target.id, { name }, { path });
    else if (name !== target.fields.name)
      emit(bridgeUpdated, aboutBridge(await records.update(bridge, target.id, { name }, { path })));
    return { name };
  },
});
