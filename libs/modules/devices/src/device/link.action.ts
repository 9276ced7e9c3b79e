import { defineAction, Field, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { deviceLinked } from '../events.js';
import { device, LINK_MODES } from './device.kind.js';

type Mode = Exclude<(typeof LINK_MODES)[number], 'none'>;
const MODES = LINK_MODES.filter((mode) => mode !== 'none');

/** What a reading can be applied to. What is only looked up may be anything. */
const APPLIED_TO: Readonly<Record<Exclude<Mode, 'lookup'>, readonly string[]>> = {
  set_stock: ['inventory:part', 'inventory:stock_item'],
  use: ['inventory:part', 'inventory:stock_item'],
  count: ['inventory:stock_item'],
};

export const linkDevice = defineAction({
  id: 'devices:link',
  title: 'Link',
  description: [
    'Readings of the device are about this record from now on: a scale about what lies on it, a scanner about where it is.',
    '`set_stock` (a part or a stock item): what is weighed, less the container, or counted is what there is. `use` (the same): each scan takes one, a count so many. `count` (a stock item): what is counted goes into the count that is open for it. `lookup` (anything): nothing is done.',
  ].join(' '),
  appliesTo: [device],
  input: Type.Object({ to: Field.anyRef(), mode: Field.enum(MODES) }, { additionalProperties: false }),
  output: Type.Null(),
  emits: [deviceLinked],
  effects: { destructive: false, idempotent: true, readOnly: false },
  undoneBy: 'devices:unlink',
  example: {
    title: 'Weigh a stock item',
    input: { to: { kind: 'inventory:stock_item', id: '0192f0c1-2d3e-7000-8000-000000000004' }, mode: 'set_stock' },
  },
  async run({ records, emit }, { id, fields }, { to, mode }) {
    const kinds = mode === 'lookup' ? null : APPLIED_TO[mode as keyof typeof APPLIED_TO];
    if (kinds && !kinds.includes(to.kind)) {
      const message = `With '${mode}' a device is linked with ${kinds.map((kind) => `'${kind}'`).join(' or ')}.`;
      throw validationFailed([{ path: '/input/to/kind', code: 'not_applicable', message }]);
    }
    // What is measured next is told, whatever was told before.
    await records.update(device, id, { linked: to, link_mode: mode, told: null }, { path: () => '/input/to' });
    emit(deviceLinked, { deviceId: id, deviceName: fields.name, linked: to, mode });
    return null;
  },
});
