import type { ModuleContext } from '@cubit/core';
import { location } from '../location/location.kind.js';
import type { LocationRecord } from './match-locations.js';

type Removing = Pick<ModuleContext, 'records'>;

/** Orphaned locations that can be removed: without stock and without a location below that stays. One query per level. */
export async function removableOrphans(
  { records }: Removing,
  orphans: readonly LocationRecord[],
): Promise<ReadonlySet<string>> {
  let candidates = orphans.map(({ id }) => id);
  for (;;) {
    const referenced = await records.referencedByOthers(location, candidates);
    if (referenced.size === 0) return new Set(candidates);
    candidates = candidates.filter((id) => !referenced.has(id));
  }
}

interface OrphanRemoval {
  readonly removed: ReadonlySet<string>;
  readonly planId: string;
}

/** Moves removable orphans to the trash. The others keep their plan, without a position on it. */
export async function removeOrphans(
  { records }: Removing,
  orphans: readonly LocationRecord[],
  { removed, planId }: OrphanRemoval,
): Promise<void> {
  const kept = orphans.filter(({ id }) => !removed.has(id));
  await records.updateMany(
    location,
    kept.map(({ id }) => ({ id, fields: { plan: planId, plan_pointer: null } })),
  );
  await records.remove(location, [...removed]);
}
