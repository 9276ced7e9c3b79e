import { type CubitError, defineAction, errorOf, Field, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { presentStock, part, stockItem, type Part, type StockItem } from '../contents/stock-in-location.js';
import { MAX_PLACES, placesOfPart } from '../contents/places-of-part.js';
import { locationLocated } from '../events.js';
import { geometry, location } from '../location/location.kind.js';
import { nearestDrawn } from './nearest-drawn.js';

const place = Type.Object(
  {
    location: Field.ref('spaces:location', { title: 'Location' }),
    path: Type.String({ title: 'Path' }),
    qty: Type.Number({
      title: 'Quantity',
      description: 'Quantity at the location; 0 for the default location of a part that is out of stock.',
    }),
    drawn: Type.Optional(
      Type.Object(
        {
          plan: Field.ref('spaces:plan', { title: 'Plan' }),
          pointer: Type.String({ title: 'Pointer', description: 'JSON Pointer into the plan document.' }),
          location: Field.ref('spaces:location', {
            title: 'Location',
            description: 'The location itself, or the nearest location above it that is drawn.',
          }),
          geometry: Type.Optional(Field.titled('Geometry', geometry)),
        },
        {
          title: 'Drawn',
          additionalProperties: false,
          description: 'Position on a floor plan, in millimetres. Absent if it is on none.',
        },
      ),
    ),
  },
  { additionalProperties: false },
);

export const locate = defineAction({
  id: 'spaces:locate',
  title: 'Locate part',
  description: `Returns the locations of a part or a stock item and their positions on the floor plan. For a part, the ${MAX_PLACES} locations with the largest quantities, or its default location if it is out of stock. Emits \`spaces.location.located\`, for example for a wire that lights a shelf.`,
  appliesTo: [part, stockItem],
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ places: Type.Array(place) }, { additionalProperties: false }),
  emits: [locationLocated],
  agent: { words: ['where is', 'find', 'which shelf', 'look for'] },
  effects: { destructive: false, idempotent: true, readOnly: false },
  ui: { done: 'Located {title}', icon: 'locate', key: 'f', order: 105 },
  example: { title: 'Locate', input: {} },
  lookup: placesOf,
  available: (target, { found: places }) => places.size > 0 || noLocation(target),
  async run(context, target, _input) {
    const quantities = await placesOf(context, target);
    const known = await context.records.getMany(location, [...quantities.keys()]);
    if (known.size === 0) throw noLocation(target);
    const drawnAs = await nearestDrawn(context, [...known.values()]);
    const about =
      target.kind === part.id ? { partId: target.id } : { partId: target.fields.part, stockItemId: target.id };
    const places = [...quantities].flatMap(([id, qty]) => {
      const found = known.get(id);
      if (!found) return [];
      const { name, path } = found.fields;
      context.emit(locationLocated, { locationId: id, name, path, ...about });
      const at = drawnAs.get(id);
      if (at?.fields.plan === undefined || at.fields.plan_pointer === undefined) return [{ location: id, path, qty }];
      const { plan, plan_pointer: pointer, geometry: where } = at.fields;
      const drawn = { plan, pointer, location: at.id, ...(where ? { geometry: where } : {}) };
      return [{ location: id, path, qty, drawn }];
    });
    return { places };
  },
});

function placesOf(context: ModuleContext, target: Part | StockItem): Promise<ReadonlyMap<string, number>> {
  return target.kind === part.id
    ? placesOrUsual(context, target as Part)
    : Promise.resolve(placesOfItem(target as StockItem));
}

/** The locations of a part, or its default location if it is out of stock. */
async function placesOrUsual(
  context: ModuleContext,
  { id, fields: { default_location: usual } }: Part,
): Promise<ReadonlyMap<string, number>> {
  const places = await placesOfPart(context, id);
  return places.size === 0 && usual !== undefined ? new Map([[usual, 0]]) : places;
}

function placesOfItem({
  fields: { location: where, qty, status, loan, installed_in },
}: StockItem): ReadonlyMap<string, number> {
  const isThere = presentStock.status.in.includes(status) && loan === undefined && installed_in === undefined;
  return new Map(isThere && where !== undefined ? [[where, qty]] : []);
}

function noLocation({ title }: Part | StockItem): CubitError {
  const message = `'${title}' has no location.`;
  return errorOf('conflict', message, { details: [{ path: '/record', code: 'no_location', message }] });
}
