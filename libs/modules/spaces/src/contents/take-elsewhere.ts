import { validationFailed, type ModuleContext } from '@cubit/core';
import { locationEmptied } from '../events.js';
import { location } from '../location/location.kind.js';
import type { LocationRecord } from '../plan/match-locations.js';
import { countLyingStock } from './lying-stock.js';

interface Destination {
  readonly to: string;
  /** Pointer to it in what the client sent. */
  readonly path: string;
}

/** All stock that lies in a location itself goes to another, in one posting; how many items there were. */
export async function takeElsewhere(
  context: ModuleContext<typeof locationEmptied>,
  { id, fields: { name, path: where } }: LocationRecord,
  { to, path }: Destination,
): Promise<number> {
  const destination = (await context.records.getMany(location, [to])).get(to);
  const refused = (code: string, message: string) => validationFailed([{ path, code, message }]);
  if (!destination) throw refused('unknown_reference', 'is no location.');
  if (to === id) throw refused('same_location', 'is the location itself.');
  if (destination.fields.archived_at !== undefined) throw refused('archived', 'is archived.');
  if (!destination.fields.holds_stock) throw refused('holds_no_stock', 'holds no stock itself: name a place in it.');
  const items = await countLyingStock(context, id);
  if (items === 0) return 0;
  await context.invoke('inventory:move_all', null, { from_location: id, to_location: to });
  context.emit(locationEmptied, { locationId: id, name, path: where, toLocationId: to, items });
  return items;
}
