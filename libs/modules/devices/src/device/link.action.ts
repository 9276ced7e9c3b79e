import { defineAction, Field, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { deviceLinked } from '../events.js';
import { device, LINK_MODES } from './device.kind.js';

type Mode = Exclude<(typeof LINK_MODES)[number], 'none'>;
const MODES = LINK_MODES.filter((mode) => mode !== 'none');

/** Kinds that readings can be applied to, by mode. `lookup` accepts any kind. */
const APPLIED_TO: Readonly<Record<Exclude<Mode, 'lookup'>, readonly string[]>> = {
  set_stock: ['inventory:part', 'inventory:stock_item'],
  use: ['inventory:part', 'inventory:stock_item'],
  count: ['inventory:stock_item'],
};

export const linkDevice = defineAction({
  id: 'devices:link',
  title: 'Link device',
  description: [
    'Links the device to a record that its readings apply to.',
    '`set_stock` (part or stock item): a weight, less the container, or a count sets the quantity. `use` (part or stock item): a scan uses one, a count uses that many. `count` (stock item): a count is recorded in the open stock count. `lookup` (any record): readings are not applied.',
  ].join(' '),
  appliesTo: [device],
  input: Type.Object(
    {
      to: Field.anyRef({ title: 'Record', description: 'The record that readings apply to.' }),
      mode: Field.enum(MODES, { title: 'Use of readings', description: 'How readings are applied to the record.' }),
    },
    { additionalProperties: false },
  ),
  output: Type.Null(),
  emits: [deviceLinked],
  effects: { destructive: false, idempotent: true, readOnly: false },
  undoneBy: 'devices:unlink',
  ui: {
    done: 'Linked {title}',
    icon: 'link',
    tone: 'primary',
    key: 'l',
    order: 10,
    prefill: { to: { field: 'linked' } },
  },
  undo:
    (_context, { fields: { linked: to, link_mode: mode } }) =>
    () =>
      to === undefined ? {} : { action: 'devices:link', input: { to, mode } },
  example: {
    title: 'Weigh a stock item',
    input: { to: { kind: 'inventory:stock_item', id: '0192f0c1-2d3e-7000-8000-000000000004' }, mode: 'set_stock' },
  },
  async run({ records, emit }, { id, fields }, { to, mode }) {
    const kinds = mode === 'lookup' ? null : APPLIED_TO[mode as keyof typeof APPLIED_TO];
    if (kinds && !kinds.includes(to.kind)) {
      const message = `The mode '${mode}' requires a record of the kind ${kinds.map((kind) => `'${kind}'`).join(' or ')}.`;
      throw validationFailed([{ path: '/input/to/kind', code: 'not_applicable', message }]);
    }
    // The next reading is emitted, whatever was emitted before.
    await records.update(device, id, { linked: to, link_mode: mode, told: null }, { path: () => '/input/to' });
    emit(deviceLinked, { deviceId: id, deviceName: fields.name, linked: to, mode });
    return null;
  },
});
