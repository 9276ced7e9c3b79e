import { defineAction, fail, Field, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { part, type Part } from '../contents/lying-stock.js';
import { placesOfPart } from '../contents/places-of-part.js';
import { location } from '../location/location.kind.js';
import { nearestBins, type Search } from './nearest-bins.js';

const UNDER = '/input/under';

const candidate = Type.Object(
  {
    location: Field.ref('spaces:location'),
    path: Type.String(),
    reason: Type.Unsafe<'same_part' | 'empty'>({
      type: 'string',
      enum: ['same_part', 'empty'],
      description: 'The part lies there already, or nothing does.',
    }),
    qty: Type.Number({ description: 'How much of the part lies there.' }),
  },
  { additionalProperties: false },
);

export const suggestBin = defineAction({
  id: 'spaces:suggest_bin',
  title: 'Suggest a bin',
  description:
    'Where to put a part: bins with the same part first, those with the most of it first, then empty ones, the nearest to where it lies or belongs first. Only bins, shelves and containers that are in use, take stock, contain no other locations and have room for it. `409` where there is none.',
  appliesTo: [part],
  input: Type.Object(
    {
      qty: Type.Optional(
        Field.decimal({
          exclusiveMinimum: 0,
          description: 'How much is to be put there: of a part with serial numbers, so many stock items. Default: 1.',
        }),
      ),
      under: Type.Optional(Field.ref('spaces:location', { description: 'Only in this location. Default: anywhere.' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ candidates: Type.Array(candidate) }, { additionalProperties: false }),
  emits: [],
  effects: { destructive: false, idempotent: true, readOnly: true },
  example: { title: 'A place for a hundred', input: { qty: 100 } },
  async run(context, target, { qty = 1, under }) {
    const quantities = await placesOfPart(context, target.id);
    const wanted = [...quantities.keys(), target.fields.default_location, under].filter((id) => id !== undefined);
    const known = await context.records.getMany(location, wanted);
    if (under !== undefined && !known.has(under))
      throw validationFailed([{ path: UNDER, code: 'unknown_reference', message: 'is no location.' }]);
    const held = [...quantities.keys()].flatMap((id) => known.get(id) ?? []);
    const search: Search = {
      under: under === undefined ? null : (known.get(under) ?? null),
      ...itemsOf(target, qty),
      near: held[0] ?? known.get(target.fields.default_location ?? '') ?? null,
    };
    const found = await nearestBins(context, search, held);
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

/** Stock without lots and numbers joins what lies there. */
function itemsOf({ fields: { tracking } }: Part, qty: number): Pick<Search, 'items' | 'itemsMore'> {
  if (tracking === 'serial') return { items: Math.ceil(qty), itemsMore: Math.ceil(qty) };
  return { items: 1, itemsMore: tracking === 'lot' ? 1 : 0 };
}

function none({ title }: Part, { under }: Search): Error {
  const where = under === null ? '' : ` in '${under.fields.path}'`;
  const message = `There is no empty bin${where}, nor one with '${title}' that has room.`;
  const path = under === null ? '/record' : UNDER;
  return fail('conflict', message, { details: [{ path, code: 'no_bin', message }] });
}
