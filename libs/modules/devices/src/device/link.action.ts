import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { deviceLinked } from '../events.js';
import { device, LINK_MODES } from './device.kind.js';

export const linkDevice = defineAction({
  id: 'devices:link',
  title: 'Link',
  description:
    'Readings of the device are about this record from now on: a scale about what lies on it, a scanner about where it is.',
  appliesTo: [device],
  input: Type.Object(
    { to: Field.anyRef(), mode: Field.enum(LINK_MODES.filter((mode) => mode !== 'none')) },
    { additionalProperties: false },
  ),
  output: Type.Null(),
  emits: [deviceLinked],
  effects: { destructive: false, idempotent: true, readOnly: false },
  undoneBy: 'devices:unlink',
  example: {
    title: 'Weigh a stock item',
    input: { to: { kind: 'inventory:stock_item', id: '0192f0c1-2d3e-7000-8000-000000000004' }, mode: 'set_stock' },
  },
  async run({ records, emit }, { id, fields }, { to, mode }) {
    await records.update(device, id, { linked: to, link_mode: mode }, { path: () => '/input/to' });
    emit(deviceLinked, { deviceId: id, deviceName: fields.name, linked: to, mode });
    return null;
  },
});
