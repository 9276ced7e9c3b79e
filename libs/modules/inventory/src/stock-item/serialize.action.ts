import { copiedFields } from '../stock/split-off.js';
import { exactOfPart } from '../part/unit.js';
import { heldOf } from './exact-fields.js';
import { defineAction, exactlyOne, Field } from '@cubit/core';
import { exactToText } from '@cubit/decimal';
import { Type } from 'typebox';
import { stockItemCreated } from '../events.js';
import { insufficientStock } from '../stock/insufficient-stock.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, MAX_SERIALS, postingInput, serials, STOCK_EFFECTS } from '../stock/stock-input.js';
import { notOnHandError, stockTarget } from '../stock/stock-target.js';
import { serialRange } from './serial-range.js';
import { stockItem } from './stock-item.kind.js';
import { isPosted } from '../movement/is-posted.js';
import { part } from '../part/part.kind.js';

export const serialize = defineAction({
  id: 'inventory:serialize',
  title: 'Give serial numbers',
  description:
    'Gives serial numbers to units of a stock item. Each becomes a stock item of its own. Takes either a list of `serials`, or `count` consecutive numbers from `start`. The rest stays in the stock item, which is deleted if nothing is left.',
  appliesTo: [stockItem],
  input: input(
    {
      serials: Type.Optional(serials),
      start: Type.Optional(
        Field.text({
          title: 'First serial number',
          minLength: 1,
          pattern: '[0-9]$',
          description: 'The first serial number. Must end in digits.',
        }),
      ),
      count: Type.Optional(
        Field.integer({
          title: 'Number',
          minimum: 1,
          maximum: MAX_SERIALS,
          description: 'How many units get a number, from `start` on.',
        }),
      ),
      ...postingInput,
    },
    exactlyOne('serials', ['start', 'count']),
  ),
  output: postingResult,
  emits: [stockItemCreated],
  agent: { words: ['serial number', 'number each', 'individual units'] },
  effects: { ...STOCK_EFFECTS, destructive: true },
  ui: { done: 'Gave serial numbers to {title}', icon: 'hash', order: 115, hidden: ['cause_key'] },
  example: { title: 'Serialize five boards', input: { start: 'SN-0001', count: 5 } },
  lookup: async ({ records }, { fields }) => records.get(part, fields.part),
  available(item, { found: owner, input: given }) {
    if (item.fields.serial !== undefined) return 'it has a serial number';
    const shortage = {
      part: owner,
      found: heldOf(item.fields),
      path: given?.serials ? '/input/serials' : '/input/count',
    };
    return notOnHandError(item) ?? (item.fields.qty >= 1 || insufficientStock(shortage));
  },
  repeated: isPosted,
  async run(context, item, { serials: given, start, count, reason, cause_key: causeKey }) {
    const { part: owner } = await stockTarget(context, item);
    const serials = serialsOf({ given, start, count });
    const path = () => (given ? '/input/serials' : '/input/start');
    const pieces = exactOfPart(owner, serials.length);
    if (pieces > heldOf(item.fields))
      throw insufficientStock({
        part: owner,
        found: heldOf(item.fields),
        requested: pieces,
        path: given ? path() : '/input/count',
      });
    return postStock(context, { part: owner, details: { type: 'serialize', reason, causeKey } }, async (posting) => {
      const note = posting.note();
      const piece = { ...copiedFields(item), qty: 1 };
      await context.records.createMany(
        stockItem,
        serials.map((serial, index) => ({
          fields: { ...piece, serial },
          tags: item.tags,
          note,
          path: () => (given ? `${path()}/${index}` : path()),
        })),
      );
      const rest = heldOf(item.fields) - pieces;
      await context.records.update(stockItem, item.id, { exact_qty: exactToText(rest) }, { note, path });
      if (rest === 0n) await context.records.remove(stockItem, [item.id], { note, path });
    });
  },
});

interface SerialInput {
  readonly given: readonly string[] | undefined;
  readonly start: string | undefined;
  readonly count: number | undefined;
}

function serialsOf({ given, start = '', count = 0 }: SerialInput): readonly string[] {
  // The pattern of the input guarantees that `start` ends in digits.
  return given ?? serialRange(start, count) ?? [];
}
