import { type ModuleContext, validationFailed } from '@cubit/core';
import { locationEmptied } from '../events.js';
import { location } from '../location/location.kind.js';
import type { LocationRecord } from '../plan/match-locations.js';
import { countStockIn } from './stock-in-location.js';

interface Destination {
  readonly to: string;
  /** JSON Pointer to the destination in the request. */
  readonly path: string;
}

/** Moves all stock directly in a location to another, in one posting. Returns the number of items. */
export async function moveStock(
  context: ModuleContext<typeof locationEmptied>,
  { id, fields: { name, path: where } }: LocationRecord,
  { to, path }: Destination,
): Promise<number> {
  const destination = (await context.records.getMany(location, [to])).get(to);
  const refused = (code: string, message: string) => validationFailed([{ path, code, message }]);
  if (!destination) throw refused('unknown_reference', 'The location does not exist.');
  if (to === id) throw refused('same_location', 'The destination is the location itself.');
  if (destination.fields.archived_at !== undefined) throw refused('archived', 'The destination is archived.');
  if (!destination.fields.holds_stock)
    throw refused('holds_no_stock', 'The destination holds no stock itself. Name a location within it.');
  const items = await countStockIn(context, id);
  if (items === 0) return 0;
  await context.invoke('inventory:move_all', null, { from_location: id, to_location: to });
  context.emit(locationEmptied, { locationId: id, name, path: where, toLocationId: to, items });
  return items;
}
