import { addQuantities, subtractQuantities, exactToText, type ExactQuantity, readExact } from '@cubit/decimal';
import { compact, defineAction, Field, type ModuleContext, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import {
  partStocked,
  stockChanged,
  stockDepleted,
  stockItemStatusChanged,
  stockLow,
  stockRecovered,
  stockItemCreated,
} from '../events.js';
import type { Part } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import { exactOfPart } from '../part/unit.js';
import { costOfItem, heldOf } from '../stock-item/exact-fields.js';
import { Posting } from '../stock/posting.js';
import { writePosting } from '../stock/write-posting.js';
import { input, postingInput, STOCK_EFFECTS } from '../stock/stock-input.js';
import { addValues, negateValues, totalValue, stockValueOf, type StockValue } from '../stock/stock-value.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { countApplied } from './count-events.js';
import type { Count, CountLine } from './count.fields.js';
import { count } from './count.kind.js';
import { expectedOf } from './record-count.action.js';

export const applyCount = defineAction({
  id: 'inventory:apply_count',
  title: 'Apply count',
  description:
    'Sets stock to the counted quantities, with movements of type `count`. Stock items that changed after they were counted are flagged and not changed; uncounted ones are not changed either. Finds become new stock items. Lost stock that was counted gets the status `ok`.',
  appliesTo: [count],
  input: input({ reason: postingInput.reason }),
  output: Type.Object(
    {
      count: Field.ref('inventory:count'),
      applied: Type.Integer(),
      flagged: Type.Array(Type.String({ format: 'uuid' }), { description: 'Stock items that must be counted again.' }),
      uncounted: Type.Integer(),
      variance_qty: Type.Number(),
    },
    { additionalProperties: false },
  ),
  emits: [
    countApplied,
    stockItemCreated,
    stockChanged,
    stockItemStatusChanged,
    stockLow,
    stockDepleted,
    stockRecovered,
    partStocked,
  ],
  agent: { words: ['finish', 'book', 'post', 'stocktake'] },
  effects: { ...STOCK_EFFECTS, destructive: true },
  undoneBy: 'inventory:reverse',
  ui: {
    done: 'Applied {title}, stock items corrected: {result.applied}',
    icon: 'check',
    tone: 'primary',
    order: 20,
    confirm: 'This sets the stock to the counted quantities.',
  },
  example: { title: 'Apply the yearly count', input: { reason: 'Yearly stock-take' } },
  available: ({ fields: { status } }) => status === 'open' || status === 'submitted' || notWhile(status),
  async run(context, record, { reason }) {
    const { records, now, emit } = context;
    const counted = record.fields.lines.filter((line) => line.counted !== undefined);
    const items = await records.lock(
      stockItem,
      counted.map((line) => line.stock_item),
    );
    const lines = record.fields.lines.map((line) => withOutcome(line, items.get(line.stock_item)));
    const parts = await records.getMany(part, [...new Set(counted.map((line) => line.part))]);
    await postCount(context, { record, lines, items, parts, reason });
    const applied = lines.filter(({ outcome }) => outcome === 'applied');
    const flagged = lines.filter(({ outcome }) => outcome === 'moved' || outcome === 'gone');
    const differences = applied.map((line) => subtractQuantities(line.counted ?? 0, line.expected ?? 0));
    const { finds = [] } = record.fields;
    const varianceQty = addQuantities(0, ...differences, ...finds.map((find) => find.counted));
    const worth = applied.reduce(
      (sum, line) =>
        addValues(sum, varianceValue(line, { item: items.get(line.stock_item), owner: parts.get(line.part) })),
      [] as readonly StockValue[],
    );
    await records.update(count, record.id, {
      status: 'applied',
      lines,
      variance_qty: varianceQty,
      variance_value: totalValue(worth) ?? null,
      applied_at: now.toISOString(),
    });
    const totals = { applied: applied.length, uncounted: lines.length - counted.length };
    emit(countApplied, { countId: record.id, name: record.title, ...totals, flagged: flagged.length, varianceQty });
    return {
      count: record.id,
      ...totals,
      flagged: flagged.map((line) => line.stock_item),
      variance_qty: varianceQty,
    };
  },
});

function withOutcome(line: CountLine, item: StockItem | undefined): CountLine {
  if (line.counted === undefined) return line;
  if (!item) return { ...line, outcome: 'gone' };
  const expected = expectedOf(item);
  // Any change of the item after it was counted makes the counted quantity unreliable.
  return { ...line, expected, outcome: item.version === line.version ? 'applied' : 'moved' };
}

interface CountPosting {
  readonly record: Count;
  readonly lines: readonly CountLine[];
  readonly items: ReadonlyMap<string, StockItem>;
  readonly parts: ReadonlyMap<string, Part>;
  readonly reason: string | undefined;
}

async function postCount(context: ModuleContext, { record, lines, items, parts, reason }: CountPosting): Promise<void> {
  const cause = { kind: record.kind, id: record.id };
  const posting = new Posting({ type: 'count', reason, cause });
  const countedAt = context.now.toISOString();
  const patches = lines.flatMap((line) => {
    const { outcome, stock_item: id, part: partId, counted = 0 } = line;
    const isLost = items.get(id)?.fields.status === 'lost';
    // Lost stock that was not found stays lost, with its quantity.
    if (outcome !== 'applied' || (isLost && counted === 0)) return [];
    const found = isLost ? { status: 'ok' as const } : {};
    const owner = parts.get(partId);
    const exact_qty = owner && exactToText(exactOfLine(owner, line));
    const fields = compact({ exact_qty, last_counted_at: countedAt, ...found });
    return [{ id, fields, note: posting.note(), path: () => '/record' }];
  });
  await context.records.updateMany(stockItem, patches);
  await context.records.createMany(
    stockItem,
    (record.fields.finds ?? []).map(({ part: of, counted: qty, exact, location, lot, serial }, index) => ({
      fields: compact({ part: of, qty, exact_qty: exact, location, lot, serial, last_counted_at: countedAt }),
      note: posting.note(),
      path: (field) => `/record/fields/finds/${index}/${field === 'qty' ? 'counted' : field}`,
    })),
  );
  await writePosting(context, posting);
}

interface CountedStock {
  readonly item: StockItem | undefined;
  readonly owner: Part | undefined;
}

function varianceValue(line: CountLine, { item, owner }: CountedStock): readonly StockValue[] {
  if (!item || !owner) return [];
  const cost = costOfItem(item.fields);
  const expected = item.fields.status === 'lost' ? 0n : heldOf(item.fields);
  return addValues(stockValueOf(exactOfLine(owner, line), cost), negateValues(stockValueOf(expected, cost)));
}

function exactOfLine(owner: Part, { counted = 0, exact }: CountLine): ExactQuantity {
  return exact === undefined ? exactOfPart(owner, counted) : readExact(exact);
}
