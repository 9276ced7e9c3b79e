import { defineAction, Field, subtractDecimals, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { stockItemCreated } from '../events.js';
import { insufficientStock } from '../stock/insufficient-stock.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { likenessOf } from '../stock/split-off.js';
import { input, said, STOCK_EFFECTS } from '../stock/stock-input.js';
import { assertThere, stockTarget } from '../stock/stock-target.js';
import { serialRange } from './serial-range.js';
import { stockItem } from './stock-item.kind.js';

const MAX_PIECES = 1_000;

export const serialize = defineAction({
  id: 'inventory:serialize',
  title: 'Serialize',
  description:
    'Makes numbered pieces of a quantity, each an item of its own: with the given serial numbers, or `count` of them from `start` on. What is not numbered stays; an item of which nothing stays is gone.',
  appliesTo: [stockItem],
  input: input({
    serials: Type.Optional(
      Type.Array(Field.text({ minLength: 1 }), { minItems: 1, maxItems: MAX_PIECES, uniqueItems: true }),
    ),
    start: Type.Optional(Field.text({ minLength: 1, description: 'The first number; it ends in digits.' })),
    count: Type.Optional(Field.integer({ minimum: 1, maximum: MAX_PIECES })),
    ...said,
  }),
  output: postingResult,
  emits: [stockItemCreated],
  effects: { ...STOCK_EFFECTS, destructive: true },
  example: { title: 'Number five boards', input: { start: 'SN-0001', count: 5 } },
  available: ({ fields }) => fields.serial === undefined || 'it has a serial number',
  async run(context, item, { serials: given, start, count, reason, cause_key: causeKey }) {
    const { part } = await stockTarget(context, item);
    assertThere(item);
    const serials = serialsOf({ given, start, count });
    const path = () => (given ? '/input/serials' : '/input/start');
    if (serials.length > item.fields.qty)
      throw insufficientStock({
        part,
        found: item.fields.qty,
        asked: serials.length,
        path: given ? path() : '/input/count',
      });
    return postStock(context, { part, details: { type: 'serialize', reason, causeKey } }, async (posting) => {
      const note = posting.note();
      const piece = { ...likenessOf(item), qty: 1 };
      await context.records.createMany(
        stockItem,
        serials.map((serial, index) => ({
          fields: { ...piece, serial },
          tags: item.tags,
          note,
          path: () => (given ? `${path()}/${index}` : path()),
        })),
      );
      const rest = subtractDecimals(item.fields.qty, serials.length);
      await context.records.update(stockItem, item.id, { qty: rest }, { note, path });
      if (rest === 0) await context.records.remove(stockItem, [item.id], { note, path });
    });
  },
});

interface Numbers {
  readonly given: readonly string[] | undefined;
  readonly start: string | undefined;
  readonly count: number | undefined;
}

function serialsOf({ given, start, count }: Numbers): readonly string[] {
  if (given && start === undefined && count === undefined) return given;
  const range = !given && start !== undefined && count !== undefined ? serialRange(start, count) : undefined;
  if (range) return range;
  throw validationFailed([
    range === null
      ? { path: '/input/start', code: 'no_number', message: 'It must end in digits to count from.' }
      : { path: '/input/serials', code: 'required', message: 'Give `serials`, or `start` and `count`.' },
  ]);
}
