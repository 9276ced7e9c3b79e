import { defineAction, fail, Field, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { lying, part, stockItem, type Part, type StockItem } from '../contents/lying-stock.js';
import { MAX_PLACES, placesOfPart } from '../contents/places-of-part.js';
import { locationLocated } from '../events.js';
import { geometry, location } from '../location/location.kind.js';
import { nearestDrawn } from './nearest-drawn.js';

const place = Type.Object(
  {
    location: Field.ref('spaces:location'),
    path: Type.String(),
    qty: Type.Number({
      description: 'How much of it lies there; 0 for the place where a part goes that is out of stock.',
    }),
    drawn: Type.Optional(
      Type.Object(
        {
          plan: Field.ref('spaces:plan'),
          pointer: Type.String({ description: 'Where the plan speaks of it: a JSON Pointer.' }),
          location: Field.ref('spaces:location', {
            description: 'The place itself, or the nearest above it that is drawn.',
          }),
          geometry: Type.Optional(geometry),
        },
        { additionalProperties: false, description: 'Its place on a floor plan, in millimetres. Absent: on none.' },
      ),
    ),
  },
  { additionalProperties: false },
);

export const locate = defineAction({
  id: 'spaces:locate',
  title: 'Locate',
  description: `Tells where a part or a stock item lies, and where that is on the floor plan: of a part the ${MAX_PLACES} places with the most of it, or where it goes while there is none. Wires on \`spaces.location.located\` light the shelf.`,
  appliesTo: [part, stockItem],
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ places: Type.Array(place) }, { additionalProperties: false }),
  emits: [locationLocated],
  effects: { destructive: false, idempotent: true, readOnly: false },
  example: { title: 'Locate', input: {} },
  async run(context, target, _input) {
    const quantities = target.kind === part.id ? await placesOrUsual(context, target) : placesOfItem(target);
    const known = await context.records.getMany(location, [...quantities.keys()]);
    if (known.size === 0) throw nowhere(target);
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

/** Where it lies, or where it goes while there is none. */
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
  const isThere = lying.status.in.includes(status) && loan === undefined && installed_in === undefined;
  return new Map(isThere && where !== undefined ? [[where, qty]] : []);
}

function nowhere({ title }: Part | StockItem): Error {
  const message = `Nobody has said where '${title}' lies.`;
  return fail('conflict', message, { details: [{ path: '/record', code: 'no_location', message }] });
}
