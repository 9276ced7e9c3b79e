import { defineAction, Field, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { stockItemMoved } from '../events.js';
import { part } from '../part/part.kind.js';
import { PRESENT_STATUSES } from '../stock-item/stock-status.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { Posting } from './posting.js';
import { writePosting } from './write-posting.js';
import { input, postingInput, STOCK_EFFECTS } from './stock-input.js';

/** Above the number of stock items at one location. */
const MAX_ITEMS = 100_000;
const path = (field: string) => (field === 'location' ? '/input/to_location' : `/input/${field}`);

export const moveAll = defineAction({
  id: 'inventory:move_all',
  title: 'Move all stock',
  description: 'Moves all stock of all parts from one location to another, in one posting.',
  appliesTo: 'workspace',
  input: input({
    from_location: Field.ref('spaces:location', {
      title: 'From',
      description: 'The location to empty. Locations inside it keep their stock.',
    }),
    to_location: Field.ref('spaces:location', {
      title: 'To',
      description: 'Where the stock is put. The location must hold stock.',
    }),
    reason: postingInput.reason,
  }),
  output: Type.Object(
    { items: Type.Integer({ description: 'Stock items that were moved.' }) },
    { additionalProperties: false },
  ),
  emits: [stockItemMoved],
  agent: { words: ['clear out', 'relocate', 'empty a location'] },
  effects: { ...STOCK_EFFECTS, idempotent: true },
  undoneBy: 'inventory:move_all',
  ui: { done: 'Stock items moved: {result.items}', icon: 'forklift', order: 50 },
  example: {
    title: 'Move the stock of a shelf',
    input: {
      from_location: '0192f0c1-2d3e-7000-8000-000000000003',
      to_location: '0192f0c1-2d3e-7000-8000-000000000004',
    },
  },
  async run(context, _workspace, { from_location: from, to_location: location, reason }) {
    const { records } = context;
    if (from === location) throw validationFailed([sameLocation]);
    const where = {
      location: from,
      qty: { not: 0 },
      status: { in: PRESENT_STATUSES },
      installed_in: null,
      loan: null,
    };
    const seen = await records.find(stockItem, { where, limit: MAX_ITEMS });
    const parts = [...new Set(seen.map(({ fields }) => fields.part))];
    if (parts.length === 0) return { items: 0 };
    // A stock item is locked after its part.
    await records.lock(part, parts);
    const items = await records.find(stockItem, {
      where: { ...where, part: { in: parts } },
      limit: MAX_ITEMS,
      lock: true,
    });
    const posting = new Posting({ type: 'move', reason });
    await records.updateMany(
      stockItem,
      items.map(({ id }) => ({ id, fields: { location }, note: posting.note('move'), path })),
    );
    await writePosting(context, posting);
    return { items: items.length };
  },
});

const sameLocation = {
  path: '/input/to_location',
  code: 'same_location',
  message: 'The stock is at this location already.',
};
