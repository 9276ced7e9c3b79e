import { defineAction, Field, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { notEmpty } from '../errors.js';
import { locationArchived, locationEmptied } from '../events.js';
import { location } from '../location/location.kind.js';
import { countStockIn } from './stock-in-location.js';
import { moveStock } from './move-stock.js';
import type { LocationRecord } from '../plan/match-locations.js';

const DESTINATION = '/input/move_contents_to';

export const archive = defineAction({
  id: 'spaces:archive',
  title: 'Archive location',
  description:
    'Takes a location out of use: no locations can be added to it. Answers `409 spaces_location_not_empty` if it contains active locations, or stock, unless `move_contents_to` names a location for the stock.',
  appliesTo: [location],
  input: Type.Object(
    {
      move_contents_to: Type.Optional(
        Field.ref('spaces:location', {
          title: 'Move contents to',
          description: 'Location for the stock in it. Required if the location contains stock.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Null(),
  emits: [locationArchived, locationEmptied],
  agent: { words: ['close', 'out of use', 'no longer used'] },
  effects: { destructive: false, idempotent: false, readOnly: false },
  undoneBy: 'spaces:restore',
  ui: { done: 'Archived {title}', icon: 'archive', order: 90, bulk: true },
  undo:
    (_context, _location, { move_contents_to: to }) =>
    () =>
      to === undefined ? {} : null,
  example: { title: 'Archive', input: {} },
  lookup: countUsedBelow,
  available({ fields }, { found: below }) {
    if (fields.archived_at !== undefined) return 'the location is already archived';
    return below === 0 || notEmpty('/record', 'holds_locations', `The location contains ${below} active locations.`);
  },
  async run(context, target, { move_contents_to: to }) {
    const { id, fields } = target;
    if (to !== undefined) await moveStock(context, target, { to, path: DESTINATION });
    const items = await countStockIn(context, id);
    if (items > 0) throw notEmpty(DESTINATION, 'holds_stock', `The location contains ${items} stock items.`);
    await context.records.update(location, id, { archived_at: context.now.toISOString() });
    context.emit(locationArchived, { locationId: id, name: fields.name, path: fields.path });
    return null;
  },
});

function countUsedBelow({ records }: ModuleContext, { id }: LocationRecord): Promise<number> {
  return records.count(location, { parent: id, archived_at: null });
}
