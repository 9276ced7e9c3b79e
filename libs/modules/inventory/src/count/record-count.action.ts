import { type ExactQuantity, exactToText } from '@cubit/decimal';
import { heldOf } from '../stock-item/exact-fields.js';
import { compact, defineAction, type ErrorDetail, exactlyOne, Field, notWhile, validationFailed } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { part } from '../part/part.kind.js';
import { inPlainUnit, shownOfPart } from '../part/unit.js';
import { input, unit, STOCK_EFFECTS } from '../stock/stock-input.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import type { CountLine } from './count.fields.js';
import { count } from './count.kind.js';

const MAX_ENTRIES = 1_000;
const lineName = Type.Union([Type.String({ format: 'uuid' }), Type.Integer({ minimum: 0 })], {
  description: 'Id of a stock item of the count, or the index of its line, from 0.',
});
export const counted = Field.decimal({
  title: 'Counted',
  minimum: 0,
  description: 'The quantity that is there. 0: there is nothing.',
});
const entry = Type.Object({ line: Field.titled('Line', lineName), counted, unit }, { additionalProperties: false });
type Entry = Static<typeof entry>;

export const recordCount = defineAction({
  id: 'inventory:record_count',
  title: 'Record counted quantities',
  description:
    'Records the counted quantity of one line or of several. Quantities can be recorded again until the count is applied. A person submits the count when it is complete.',
  appliesTo: [count],
  input: input(
    {
      line: Type.Optional(Field.titled('Line', lineName)),
      counted: Type.Optional(counted),
      unit,
      lines: Type.Optional(
        Type.Array(entry, {
          title: 'Lines',
          minItems: 1,
          maxItems: MAX_ENTRIES,
          description: 'Several lines, instead of `line` and `counted`.',
        }),
      ),
    },
    exactlyOne(['line', 'counted'], 'lines'),
  ),
  output: Type.Object(
    { count: Field.ref('inventory:count'), status: Type.String(), counted: Type.Integer(), left: Type.Integer() },
    { additionalProperties: false },
  ),
  emits: [],
  agent: { words: ['counted', 'enter', 'tally sheet'] },
  // A second count has its own time, after which changes of the stock are added to it.
  effects: STOCK_EFFECTS,
  ui: {
    done: 'Recorded counted quantities, {result.left} left to count',
    icon: 'clipboard-check',
    tone: 'primary',
    key: 'r',
    order: 10,
    // People record on the list; scales and scanners name a line.
    hidden: ['line', 'counted', 'unit'],
    prefill: {
      lines: {
        entries: 'lines',
        members: { line: { field: 'stock_item' } },
        title: 'part',
        done: 'counted',
        show: ['location', 'lot', 'serial', 'expected', { field: 'counted', title: 'Counted before' }],
      },
    },
  },
  example: { title: 'Record 42', input: { line: '0192f0c1-2d3e-7000-8000-000000000002', counted: 42 } },
  available: ({ fields: { status } }) => status === 'open' || status === 'submitted' || notWhile(status),
  async run({ records, actor, now }, record, given) {
    const entries = entriesOf(given);
    const { lines, blind } = record.fields;
    const places = lineIndexes(entries, lines);
    // Locked, so that no concurrent change of stock is missed.
    const items = await records.lock(
      stockItem,
      places.flatMap((place) => lines[place]?.stock_item ?? []),
    );
    const parts = await records.getMany(part, [...new Set([...items.values()].map(({ fields }) => fields.part))]);
    const written = [...lines];
    const faults: ErrorDetail[] = [];
    for (const [index, { counted: named, unit: of, path }] of entries.entries()) {
      const place = places[index] ?? 0;
      const line = lines[place] as CountLine;
      const item = items.get(line.stock_item);
      const owner = parts.get(item?.fields.part ?? '');
      const paths = { qty: `${path}/counted`, unit: `${path}/unit` };
      const there = item && heldOf(item.fields);
      const exact = owner ? inPlainUnit(owner, { qty: named, unit: of }, { paths, there }) : 0n;
      const qty = owner ? shownOfPart(owner, exact) : named;
      if (!item || (item.fields.serial !== undefined && qty > 1))
        faults.push(item ? serialQuantityFault(`${path}/counted`) : deletedFault(`${path}/line`));
      else
        written[place] = countedLine(line, {
          item,
          qty,
          exact,
          blind,
          by: actor.id ?? undefined,
          at: now.toISOString(),
        });
    }
    if (faults.length > 0) throw validationFailed(faults);
    const left = written.filter((line) => line.counted === undefined && line.lost !== true).length;
    const { status } = record.fields;
    await records.update(count, record.id, { lines: written });
    return { count: record.id, status, counted: entries.length, left };
  },
});

interface RecordInput {
  readonly line?: Entry['line'];
  readonly counted?: number;
  readonly unit?: string;
  readonly lines?: readonly Entry[];
}

function entriesOf({
  line,
  counted: qty,
  unit: of,
  lines,
}: RecordInput): readonly (Entry & { readonly path: string })[] {
  if (line !== undefined && qty !== undefined) return [compact({ line, counted: qty, unit: of, path: '/input' })];
  return (lines ?? []).map((one, index) => ({ ...one, path: `/input/lines/${index}` }));
}

function lineIndexes(
  entries: readonly (Entry & { readonly path: string })[],
  lines: readonly CountLine[],
): readonly number[] {
  const byItem = new Map(lines.map(({ stock_item }, index) => [stock_item, index]));
  const faults: ErrorDetail[] = [];
  const places = entries.map(({ line, path }) => {
    const place = typeof line === 'number' ? line : (byItem.get(line) ?? -1);
    if (lines[place]) return place;
    faults.push({ path: `${path}/line`, code: 'unknown_reference', message: 'The count has no such line.' });
    return -1;
  });
  if (faults.length > 0) throw validationFailed(faults);
  return places;
}

interface CountedItem {
  readonly item: StockItem;
  readonly qty: number;
  readonly exact: ExactQuantity;
  readonly blind: boolean;
  readonly by: string | undefined;
  readonly at: string;
}

function countedLine(line: CountLine, { item, qty, exact, blind, by, at }: CountedItem): CountLine {
  const expected = blind ? undefined : expectedOf(item);
  return compact({
    ...line,
    expected,
    counted: qty,
    exact: exactToText(exact),
    counted_by: by,
    counted_at: at,
    version: item.version,
  });
}

/** The expected quantity: zero for lost stock. */
export function expectedOf({ fields: { status, qty } }: StockItem): number {
  return status === 'lost' ? 0 : qty;
}

export function serialQuantityFault(path: string): ErrorDetail {
  return {
    path,
    code: 'serial_quantity',
    message: 'The quantity of a stock item with a serial number must be 0 or 1.',
  };
}

function deletedFault(path: string): ErrorDetail {
  return { path, code: 'unknown_reference', message: 'The stock item was deleted.' };
}
