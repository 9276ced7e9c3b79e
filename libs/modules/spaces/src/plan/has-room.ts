import type { ModuleContext } from '@cubit/core';
import { location } from '../location/location.kind.js';
import type { LocationRecord } from './match-locations.js';

/** Upper bound for the levels of a site. */
const MAX_GROUPS = 1_000;

/** Whether a floor plan of the location would have a room. One query per level, without reading everything below. */
export async function hasRoom({ records }: ModuleContext, root: LocationRecord): Promise<boolean> {
  if (!isGroup(root)) return true;
  let groups: readonly LocationRecord[] = [root];
  while (groups.length > 0) {
    const where = { parent: { in: groups.map(({ id }) => id) } };
    const below = await records.find(location, { where, limit: MAX_GROUPS });
    if (below.some((found) => !isGroup(found))) return true;
    // A location without children is drawn as a room itself.
    if (groups[0] === root && below.length === 0) return true;
    groups = below;
  }
  return false;
}

function isGroup({ fields: { type } }: LocationRecord): boolean {
  return type === 'site' || type === 'level';
}
