import { compact, defineAction, Field, validationFailed, type ErrorDetail } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { input, STOCK_EFFECTS } from '../stock/stock-input.js';
import { stockItem, type StockItem } from '../stock-item/stock-item.kind.js';
import type { CountLine } from './count.fields.js';
import { count } from './count.kind.js';

const MAX_ENTRIES = 1_000;
const lineName = Type.Union([Type.String({ format: 'uuid' }), Type.Integer({ minimum: 0 })], {
  description: 'A stock item of the count, or its place in the list, from 0.',
});
const counted = Field.decimal({ minimum: 0 });
const entry = Type.Object({ line: lineName, counted }, { additionalProperties: false });
type Entry = Static<typeof entry>;

export const recordCount = defineAction({
  id: 'inventory:record_count',
  title: 'Record what was counted',
  description:
    'Of one line, or of several. May be said again until the count is applied. Once every line is counted, the count is submitted.',
  appliesTo: [count],
  input: input({
    line: Type.Optional(lineName),
    counted: Type.Optional(counted),
    lines: Type.Optional(Type.Array(entry, { minItems: 1, maxItems: MAX_ENTRIES })),
  }),
  output: Type.Object(
    { count: Field.ref('inventory:count'), status: Type.String(), counted: Type.Integer(), left: Type.Integer() },
    { additionalProperties: false },
  ),
  emits: [],
  effects: { ...STOCK_EFFECTS, idempotent: true },
  example: { title: 'Forty-two', input: { line: '0192f0c1-2d3e-7000-8000-000000000002', counted: 42 } },
  available: ({ fields: { status } }) => status === 'open' || status === 'submitted' || `it is ${status}`,
  async run({ records, actor, now }, record, given) {
    const entries = entriesOf(given);
    const { lines, blind } = record.fields;
    const places = placesOf(entries, lines);
    // Held, so that what is counted is the stock as it is now and not what somebody is about to make of it.
    const items = await records.lock(
      stockItem,
      places.flatMap((place) => lines[place]?.stock_item ?? []),
    );
    const written = [...lines];
    const faults: ErrorDetail[] = [];
    for (const [index, { counted: qty, path }] of entries.entries()) {
      const place = places[index] ?? 0;
      const line = lines[place] as CountLine;
      const item = items.get(line.stock_item);
      if (!item || (item.fields.serial !== undefined && qty > 1))
        faults.push(item ? numbered(`${path}/counted`) : gone(`${path}/line`));
      else written[place] = countedLine(line, { item, qty, blind, by: actor.id ?? undefined, at: now.toISOString() });
    }
    if (faults.length > 0) throw validationFailed(faults);
    const left = written.filter((line) => line.counted === undefined && line.lost !== true).length;
    const status = left === 0 ? 'submitted' : record.fields.status;
    await records.update(count, record.id, { lines: written, status });
    return { count: record.id, status, counted: entries.length, left };
  },
});

interface Given {
  readonly line?: Entry['line'];
  readonly counted?: number;
  readonly lines?: readonly Entry[];
}

function entriesOf({ line, counted: qty, lines }: Given): readonly (Entry & { readonly path: string })[] {
  if (lines && line === undefined && qty === undefined)
    return lines.map((one, index) => ({ ...one, path: `/input/lines/${index}` }));
  if (!lines && line !== undefined && qty !== undefined) return [{ line, counted: qty, path: '/input' }];
  const path = line === undefined || lines ? '/input/line' : '/input/counted';
  throw validationFailed([{ path, code: 'required', message: 'Give `line` and `counted`, or `lines`.' }]);
}

function placesOf(
  entries: readonly (Entry & { readonly path: string })[],
  lines: readonly CountLine[],
): readonly number[] {
  const byItem = new Map(lines.map(({ stock_item }, index) => [stock_item, index]));
  const faults: ErrorDetail[] = [];
  const places = entries.map(({ line, path }) => {
    const place = typeof line === 'number' ? line : (byItem.get(line) ?? -1);
    if (lines[place]) return place;
    faults.push({ path: `${path}/line`, code: 'unknown_reference', message: 'It is not a line of the count.' });
    return -1;
  });
  if (faults.length > 0) throw validationFailed(faults);
  return places;
}

interface Counting {
  readonly item: StockItem;
  readonly qty: number;
  readonly blind: boolean;
  readonly by: string | undefined;
  readonly at: string;
}

function countedLine(line: CountLine, { item, qty, blind, by, at }: Counting): CountLine {
  const expected = blind ? undefined : expectedOf(item);
  return compact({ ...line, expected, counted: qty, counted_by: by, counted_at: at, version: item.version });
}

/** Nobody expects to find what is lost. */
export function expectedOf({ fields: { status, qty } }: StockItem): number {
  return status === 'lost' ? 0 : qty;
}

function numbered(path: string): ErrorDetail {
  return { path, code: 'serial_quantity', message: 'A numbered item is one piece: 0 or 1.' };
}

function gone(path: string): ErrorDetail {
  return { path, code: 'unknown_reference', message: 'The stock item was deleted since.' };
}
