import { exactToText } from '@cubit/decimal';
import { compact, defineAction, Field, notWhile, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { part } from '../part/part.kind.js';
import { inPlainUnit, shownOfPart } from '../part/unit.js';
import { input, STOCK_EFFECTS, unit } from '../stock/stock-input.js';
import { stockItemFields } from '../stock-item/stock-item.fields.js';
import type { CountFind } from './count.fields.js';
import { count } from './count.kind.js';
import { counted, serialQuantityFault } from './record-count.action.js';

/** Limit of finds per count: they are stored as one document. */
const MAX_FINDS = 1_000;

export const recordFind = defineAction({
  id: 'inventory:record_find',
  title: 'Record a find',
  description:
    'Records stock that is there but not on the list of the count. Applying the count adds it, as a new stock item. Recorded again with the same part, location, lot and serial number, the quantity replaces the earlier one; 0 removes the find. A serial number is one find, wherever it is.',
  appliesTo: [count],
  input: input({
    part: Field.ref('inventory:part', { title: 'Part', description: 'The part that was found.' }),
    counted: Field.titled('Quantity', counted),
    unit,
    location: Type.Optional(Field.ref('spaces:location', { title: 'Location', description: 'Where it was found.' })),
    lot: Type.Optional(Field.described(stockItemFields.properties.lot, Field.text({ minLength: 1 }))),
    serial: Type.Optional(Field.described(stockItemFields.properties.serial, Field.text({ minLength: 1 }))),
  }),
  output: Type.Object({ count: Field.ref('inventory:count'), finds: Type.Integer() }, { additionalProperties: false }),
  emits: [],
  // A second count has its own time, after which changes of the stock are added to it.
  effects: STOCK_EFFECTS,
  ui: { done: 'Recorded a find', icon: 'package-plus', order: 15 },
  example: { title: 'A box behind the shelf', input: { part: '0192f0c1-2d3e-7000-8000-000000000001', counted: 12 } },
  available: ({ fields: { status } }) => status === 'open' || status === 'submitted' || notWhile(status),
  async run({ records, actor, now }, record, { unit: named, ...given }) {
    const { finds = [] } = record.fields;
    const known = await records.getMany(part, [given.part]);
    const owner = known.get(given.part);
    if (!owner)
      throw validationFailed([{ path: '/input/part', code: 'unknown_reference', message: 'The part does not exist.' }]);
    const paths = { qty: '/input/counted', unit: '/input/unit' };
    const found = inPlainUnit(owner, { qty: given.counted, unit: named }, { paths });
    const shown = shownOfPart(owner, found);
    if (given.serial !== undefined && shown !== 0 && shown !== 1)
      throw validationFailed([serialQuantityFault('/input/counted')]);
    const find = compact({
      ...given,
      counted: shown,
      exact: exactToText(found),
      counted_by: actor.id ?? undefined,
      counted_at: now.toISOString(),
    });
    const written = withFind(finds, find);
    if (written.length > MAX_FINDS)
      throw validationFailed([
        { path: '/input', code: 'too_many', message: `A count has at most ${MAX_FINDS} finds. Start another count.` },
      ]);
    await records.update(count, record.id, { finds: written });
    return { count: record.id, finds: written.length };
  },
});

/** The find takes the position of the first one that is the same; one of 0 is removed. */
function withFind(finds: readonly CountFind[], find: CountFind): CountFind[] {
  const first = finds.findIndex((one) => isSame(one, find));
  const others = finds.filter((one) => !isSame(one, find));
  if (find.counted === 0) return others;
  return first === -1 ? [...others, find] : others.toSpliced(first, 0, find);
}

function isSame(one: CountFind, two: CountFind): boolean {
  if (one.part !== two.part || one.serial !== two.serial) return false;
  return one.serial !== undefined || (one.location === two.location && one.lot === two.lot);
}
