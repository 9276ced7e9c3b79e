import { compact, defineAction, Field, notWhile, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { part } from '../part/part.kind.js';
import { inPartUnit } from '../part/unit.js';
import { input, qty, STOCK_EFFECTS, unit } from '../stock/stock-input.js';
import { count } from './count.kind.js';

/** Limit of finds per count: they are stored as one document. */
const MAX_FINDS = 1_000;

export const recordFind = defineAction({
  id: 'inventory:record_find',
  title: 'Record a find',
  description:
    'Records stock that is there but not on the list of the count. Applying the count adds it, as a new stock item.',
  appliesTo: [count],
  input: input({
    part: Field.ref('inventory:part', { title: 'Part' }),
    counted: Field.titled('Quantity', qty),
    unit,
    location: Type.Optional(Field.ref('spaces:location', { title: 'Location' })),
    lot: Type.Optional(Field.text({ title: 'Lot', minLength: 1 })),
    serial: Type.Optional(Field.text({ title: 'Serial number', minLength: 1 })),
  }),
  output: Type.Object({ count: Field.ref('inventory:count'), finds: Type.Integer() }, { additionalProperties: false }),
  emits: [],
  effects: STOCK_EFFECTS,
  ui: { icon: 'package-plus', order: 15 },
  example: { title: 'A box behind the shelf', input: { part: '0192f0c1-2d3e-7000-8000-000000000001', counted: 12 } },
  available: ({ fields: { status } }) => status === 'open' || status === 'submitted' || notWhile(status),
  async run({ records, actor, now }, record, { unit: named, ...given }) {
    const { finds = [] } = record.fields;
    const known = await records.getMany(part, [given.part]);
    const owner = known.get(given.part);
    if (!owner)
      throw validationFailed([
        { path: '/input/part', code: 'unknown_reference', message: `There is no part with the id ${given.part}.` },
      ]);
    if (finds.length >= MAX_FINDS)
      throw validationFailed([
        { path: '/input', code: 'too_many', message: `A count has at most ${MAX_FINDS} finds. Start another count.` },
      ]);
    const paths = { qty: '/input/counted', unit: '/input/unit' };
    const counted = inPartUnit(owner, { qty: given.counted, unit: named }, paths);
    const find = compact({ ...given, counted, counted_by: actor.id ?? undefined, counted_at: now.toISOString() });
    await records.update(count, record.id, { finds: [...finds, find] });
    return { count: record.id, finds: finds.length + 1 };
  },
});
