import { addDecimals, defineAction, Field, subtractDecimals, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { stockChanged, stockDepleted, stockItemStatusChanged, stockLow, stockRecovered } from '../events.js';
import { Posting } from '../stock/posting.js';
import { settle } from '../stock/settle.js';
import { input, said, STOCK_EFFECTS } from '../stock/stock-input.js';
import { addWorth, negateWorth, stockValue, worthOf, type Worth } from '../stock/worth.js';
import { stockItem, type StockItem } from '../stock-item/stock-item.kind.js';
import { countApplied } from './count-events.js';
import type { Count, CountLine } from './count.fields.js';
import { count } from './count.kind.js';
import { expectedOf } from './record-count.action.js';

export const applyCount = defineAction({
  id: 'inventory:apply_count',
  title: 'Apply the count',
  description:
    'Sets stock to what was counted, by movements of type `count`. An item that moved since it was counted is flagged and left as it is; what was not counted is left as well. Lost stock that was found is there again.',
  appliesTo: [count],
  input: input({ reason: said.reason }),
  output: Type.Object(
    {
      count: Field.ref('inventory:count'),
      applied: Type.Integer(),
      flagged: Type.Array(Type.String({ format: 'uuid' }), { description: 'Stock items to be counted again.' }),
      uncounted: Type.Integer(),
      variance_qty: Type.Number(),
    },
    { additionalProperties: false },
  ),
  emits: [countApplied, stockChanged, stockItemStatusChanged, stockLow, stockDepleted, stockRecovered],
  effects: { ...STOCK_EFFECTS, destructive: true },
  undoneBy: 'inventory:reverse',
  example: { title: 'All counted', input: { reason: 'Yearly stock-take' } },
  available: ({ fields: { status } }) => status === 'open' || status === 'submitted' || `it is ${status}`,
  async run(context, record, { reason }) {
    const { records, now, emit } = context;
    const counted = record.fields.lines.filter((line) => line.counted !== undefined);
    const items = await records.lock(
      stockItem,
      counted.map((line) => line.stock_item),
    );
    const lines = record.fields.lines.map((line) => judged(line, items.get(line.stock_item)));
    await write(context, { record, lines, items, reason });
    const applied = lines.filter(({ outcome }) => outcome === 'applied');
    const flagged = lines.filter(({ outcome }) => outcome === 'moved' || outcome === 'gone');
    const differences = applied.map((line) => subtractDecimals(line.counted ?? 0, line.expected ?? 0));
    const varianceQty = addDecimals(0, ...differences);
    const worth = applied.reduce((sum, line) => addWorth(sum, worthOfVariance(line, items)), [] as readonly Worth[]);
    await records.update(count, record.id, {
      status: 'applied',
      lines,
      variance_qty: varianceQty,
      variance_value: stockValue(worth) ?? null,
      applied_at: now.toISOString(),
    });
    const told = { applied: applied.length, uncounted: lines.length - counted.length };
    emit(countApplied, { countId: record.id, name: record.title, ...told, flagged: flagged.length, varianceQty });
    return {
      count: record.id,
      ...told,
      flagged: flagged.map((line) => line.stock_item),
      variance_qty: varianceQty,
    };
  },
});

function judged(line: CountLine, item: StockItem | undefined): CountLine {
  if (line.counted === undefined) return line;
  if (!item) return { ...line, outcome: 'gone' };
  const expected = expectedOf(item);
  // Whatever changed it since, by however little: what was counted is not what is there.
  return { ...line, expected, outcome: item.version === line.version ? 'applied' : 'moved' };
}

interface Writing {
  readonly record: Count;
  readonly lines: readonly CountLine[];
  readonly items: ReadonlyMap<string, StockItem>;
  readonly reason: string | undefined;
}

async function write(context: ModuleContext, { record, lines, items, reason }: Writing): Promise<void> {
  const cause = { kind: record.kind, id: record.id };
  const posting = new Posting({ type: 'count', reason, cause });
  const countedAt = context.now.toISOString();
  const patches = lines.flatMap(({ outcome, stock_item: id, counted = 0 }) => {
    const isLost = items.get(id)?.fields.status === 'lost';
    // Lost stock that was not found stays lost, and keeps what it held.
    if (outcome !== 'applied' || (isLost && counted === 0)) return [];
    const found = isLost ? { status: 'ok' as const } : {};
    const fields = { qty: counted, last_counted_at: countedAt, ...found };
    return [{ id, fields, note: posting.note(), path: () => '/record' }];
  });
  await context.records.updateMany(stockItem, patches);
  await settle(context, posting);
}

function worthOfVariance(
  { stock_item: id, counted = 0, expected = 0 }: CountLine,
  items: ReadonlyMap<string, StockItem>,
): readonly Worth[] {
  const cost = items.get(id)?.fields.unit_cost;
  return addWorth(worthOf(counted, cost), negateWorth(worthOf(expected, cost)));
}
