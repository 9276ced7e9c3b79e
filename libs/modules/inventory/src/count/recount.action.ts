import { defineAction, Field, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { input, STOCK_EFFECTS } from '../stock/stock-input.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import type { CountLine } from './count.fields.js';
import { count } from './count.kind.js';
import { expectedOf } from './record-count.action.js';

export const recount = defineAction({
  id: 'inventory:recount',
  title: 'Recount differences',
  description: 'Opens the lines whose counted quantity differs. They are counted again. The count is open afterwards.',
  appliesTo: [count],
  input: input({}),
  output: Type.Object(
    { count: Field.ref('inventory:count'), lines: Type.Integer({ description: 'Lines to count again.' }) },
    { additionalProperties: false },
  ),
  emits: [],
  effects: { ...STOCK_EFFECTS, idempotent: true },
  ui: { done: 'Lines to count again: {result.lines}', icon: 'refresh-cw', order: 30 },
  example: { title: 'Count the differences again', input: {} },
  available: ({ fields: { status } }) => status === 'open' || status === 'submitted' || notWhile(status),
  async run({ records }, record) {
    const { lines } = record.fields;
    const items = await records.getMany(
      stockItem,
      lines.flatMap(({ counted, stock_item }) => (counted === undefined ? [] : [stock_item])),
    );
    const differs = ({ stock_item: id, counted }: CountLine) => {
      const item = items.get(id);
      return counted !== undefined && item !== undefined && expectedOf(item) !== counted;
    };
    const open = lines.filter(differs);
    if (open.length > 0)
      await records.update(count, record.id, {
        status: 'open',
        lines: lines.map((one) => (differs(one) ? uncounted(one) : one)),
      });
    return { count: record.id, lines: open.length };
  },
});

function uncounted({ counted: _, counted_by: __, counted_at: ___, version: ____, ...line }: CountLine): CountLine {
  return line;
}
