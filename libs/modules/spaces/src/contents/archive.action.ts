import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { notEmpty } from '../errors.js';
import { locationArchived, locationEmptied } from '../events.js';
import { location } from '../location/location.kind.js';
import { countLyingStock } from './lying-stock.js';
import { takeElsewhere } from './take-elsewhere.js';

const DESTINATION = '/input/move_contents_to';

export const archive = defineAction({
  id: 'spaces:archive',
  title: 'Archive',
  description:
    'Puts a location out of use: nothing can be made in it any more. `409 spaces_location_not_empty` while locations that are in use lie in it, or stock, unless `move_contents_to` says where the stock goes.',
  appliesTo: [location],
  input: Type.Object(
    { move_contents_to: Type.Optional(Field.ref('spaces:location')) },
    { additionalProperties: false },
  ),
  output: Type.Null(),
  emits: [locationArchived, locationEmptied],
  effects: { destructive: false, idempotent: false, readOnly: false },
  undoneBy: 'spaces:restore',
  example: { title: 'Archive', input: {} },
  available: ({ fields }) => fields.archived_at === undefined || 'it is archived',
  async run(context, target, { move_contents_to: to }) {
    const { id, fields } = target;
    const below = await context.records.count(location, { parent: id, archived_at: null });
    if (below > 0) throw notEmpty('/record', 'holds_locations', `${below} locations that are in use lie in it.`);
    if (to !== undefined) await takeElsewhere(context, target, { to, path: DESTINATION });
    const items = await countLyingStock(context, id);
    if (items > 0) throw notEmpty('/record', 'holds_stock', `${items} stock items lie in it.`);
    await context.records.update(location, id, { archived_at: context.now.toISOString() });
    context.emit(locationArchived, { locationId: id, name: fields.name, path: fields.path });
    return null;
  },
});
