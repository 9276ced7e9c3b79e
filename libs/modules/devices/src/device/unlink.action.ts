import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { deviceUnlinked } from '../events.js';
import { device } from './device.kind.js';

export const unlinkDevice = defineAction({
  id: 'devices:unlink',
  title: 'Unlink device',
  description: 'Removes the link of the device. Readings are no longer applied.',
  appliesTo: [device],
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Null(),
  emits: [deviceUnlinked],
  effects: { destructive: false, idempotent: false, readOnly: false },
  ui: { done: 'Unlinked {title}', icon: 'unlink', order: 20, bulk: true },
  undoneBy: 'devices:link',
  undo:
    (_context, { fields: { linked: to, link_mode: mode } }) =>
    () =>
      to === undefined ? null : { input: { to, mode } },
  example: { title: 'Unlink', input: {} },
  available: ({ fields }) => fields.linked !== undefined || 'the device is not linked',
  async run({ records, emit }, { id, fields }) {
    await records.update(device, id, { linked: null, link_mode: 'none', told: null });
    if (fields.linked)
      emit(deviceUnlinked, { deviceId: id, deviceName: fields.name, linked: fields.linked, mode: fields.link_mode });
    return null;
  },
});
