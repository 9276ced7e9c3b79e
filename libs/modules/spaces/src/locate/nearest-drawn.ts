import type { ModuleContext } from '@cubit/core';
import { location } from '../location/location.kind.js';
import type { LocationRecord } from '../plan/match-locations.js';

/** Upper bound for the depth of the location tree. */
const MAX_STEPS_UP = 64;

/** For each location id, the location that is drawn for it on the given plan or on any: itself, or the nearest above it. One query per level. */
export async function nearestDrawn(
  { records }: Pick<ModuleContext, 'records'>,
  locations: readonly LocationRecord[],
  planId?: string,
): Promise<ReadonlyMap<string, LocationRecord>> {
  const found = new Map<string, LocationRecord>();
  let open = locations.map((wanted) => ({ wanted, at: wanted }));
  for (let step = 0; open.length > 0 && step < MAX_STEPS_UP; step += 1) {
    const drawn = open.filter(({ at }) => isDrawn(at, planId));
    for (const { wanted, at } of drawn) found.set(wanted.id, at);
    const rest = open.filter((climb) => !drawn.includes(climb));
    const above = await records.getMany(
      location,
      rest.flatMap(({ at }) => at.fields.parent ?? []),
    );
    open = rest.flatMap(({ wanted, at }) => {
      const next = above.get(at.fields.parent ?? '');
      return next ? [{ wanted, at: next }] : [];
    });
  }
  return found;
}

function isDrawn({ fields: { plan, plan_pointer: pointer } }: LocationRecord, planId: string | undefined): boolean {
  return plan !== undefined && pointer !== undefined && (planId === undefined || plan === planId);
}
