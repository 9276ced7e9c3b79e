import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { bridge } from './bridge/bridge.kind.js';
import { bridgePayload } from './bridge/contact.js';
import { device } from './device/device.kind.js';
import { bridgeUpdated, deviceUpdated } from './events.js';

export const rename = defineAction({
  id: 'devices:rename',
  title: 'Rename',
  description: 'Renames a bridge or a device. A bridge keeps the name when it registers again.',
  appliesTo: [bridge, device],
  input: Type.Object(
    { name: Field.text({ title: 'Name', minLength: 1, description: 'The new name.' }) },
    { additionalProperties: false },
  ),
  output: Type.Object({ name: Type.String() }),
  emits: [bridgeUpdated, deviceUpdated],
  agent: { words: ['name', 'call'] },
  effects: { destructive: false, idempotent: true, readOnly: false },
  ui: { done: 'Renamed to “{input.name}”', icon: 'pencil', order: 40, prefill: { name: { field: 'name' } } },
  undoneBy: 'devices:rename',
  undo:
    (_context, { fields: { name } }) =>
    () => ({ input: { name } }),
  example: { title: 'Name by location', input: { name: 'Scale at the lathe' } },
  async run({ records, emit }, target, { name }) {
    const path = () => '/input/name';
    if (target.kind === 'devices:device') await records.update(device, target.id, { name }, { path });
    else if (name !== target.fields.name)
      emit(bridgeUpdated, bridgePayload(await records.update(bridge, target.id, { name }, { path })));
    return { name };
  },
});
