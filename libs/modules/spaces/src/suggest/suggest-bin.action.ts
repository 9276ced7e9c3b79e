import { defineAction, errorOf, Field, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { part, type Part } from '../contents/stock-in-location.js';
import { placesOfPart } from '../contents/places-of-part.js';
import { location } from '../location/location.kind.js';
import { nearestBins, type Search } from './nearest-bins.js';

const UNDER = '/input/under';

const candidate = Type.Object(
  {
    location: Field.ref('spaces:location', { title: 'Location' }),
    path: Type.String({ title: 'Path' }),
    reason: Type.Unsafe<'same_part' | 'empty'>({
      title: 'Reason',
      type: 'string',
      enum: ['same_part', 'empty'],
      description: 'The location already holds the part, or is empty.',
    }),
    qty: Type.Number({ title: 'Quantity', description: 'Quantity of the part at the location.' }),
  },
  { additionalProperties: false },
);

export const suggestBin = defineAction({
  id: 'spaces:suggest_bin',
  title: 'Suggest a bin',
  description:
    'Suggests where to store a part. First locations that hold the part, by quantity, then empty ones, nearest first. Only active bins, shelves and containers that hold stock, have no locations below them and have room. Answers `409` if there is none.',
  appliesTo: [part],
  input: Type.Object(
    {
      qty: Type.Optional(
        Field.decimal({
          title: 'Quantity',
          exclusiveMinimum: 0,
          description: 'Quantity to store. For a part with serial numbers, the number of stock items. Default: 1.',
        }),
      ),
      under: Type.Optional(
        Field.ref('spaces:location', {
          title: 'Below',
          description: 'Search only below this location. Default: everywhere.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ candidates: Type.Array(candidate) }, { additionalProperties: false }),
  emits: [],
  agent: { words: ['where to put', 'where to store', 'free place', 'find a place', 'empty shelf', 'box'] },
  effects: { destructive: false, idempotent: true, readOnly: true },
  ui: { icon: 'lightbulb', order: 106 },
  example: { title: 'Store a hundred', input: { qty: 100 } },
  async run(context, target, { qty = 1, under }) {
    const quantities = await placesOfPart(context, target.id);
    const wanted = [...quantities.keys(), target.fields.default_location, under].filter((id) => id !== undefined);
    const known = await context.records.getMany(location, wanted);
    if (under !== undefined && !known.has(under))
      throw validationFailed([{ path: UNDER, code: 'unknown_reference', message: 'The location does not exist.' }]);
    const bins = [...quantities.keys()].flatMap((id) => known.get(id) ?? []);
    const search: Search = {
      under: under === undefined ? null : (known.get(under) ?? null),
      ...itemsOf(target, qty),
      near: bins[0] ?? known.get(target.fields.default_location ?? '') ?? null,
    };
    const found = await nearestBins(context, search, bins);
    if (found.length === 0) throw none(target, search);
    return {
      candidates: found.map(({ bin, reason }) => ({
        location: bin.id,
        path: bin.fields.path,
        reason,
        qty: quantities.get(bin.id) ?? 0,
      })),
    };
  },
});

/** Stock without lots or serial numbers is merged with the stock at the location. */
function itemsOf({ fields: { tracking } }: Part, qty: number): Pick<Search, 'items' | 'itemsMore'> {
  if (tracking === 'serial') return { items: Math.ceil(qty), itemsMore: Math.ceil(qty) };
  return { items: 1, itemsMore: tracking === 'lot' ? 1 : 0 };
}

function none({ title }: Part, { under }: Search): Error {
  const where = under === null ? '' : ` in '${under.fields.path}'`;
  const message = `No empty bin and no bin with '${title}' has room${where}.`;
  const path = under === null ? '/record' : UNDER;
  return errorOf('conflict', message, { details: [{ path, code: 'no_bin', message }] });
}
