import type { ModuleContext } from '@cubit/core';
import { location } from './location.kind.js';
import type { LocationRecord } from '../plan/match-locations.js';

const MAX_FOUND = 200_000;

export interface Subtree {
  readonly root: LocationRecord;
  /** Children of each location, in order. */
  below(location: LocationRecord): readonly LocationRecord[];
}

/** Reads a location and everything below it, with one query per level. */
export async function readSubtree({ records }: Pick<ModuleContext, 'records'>, root: LocationRecord): Promise<Subtree> {
  const byParent = new Map<string, LocationRecord[]>();
  let level: readonly LocationRecord[] = [root];
  while (level.length > 0) {
    const parents = level.map(({ id }) => id);
    level = await records.find(location, { where: { parent: { in: parents } }, limit: MAX_FOUND });
    for (const [parent, group] of Map.groupBy(level, ({ fields }) => fields.parent ?? ''))
      byParent.set(parent, group.toSorted(inOrder));
  }
  return { root, below: ({ id }) => byParent.get(id) ?? [] };
}

/** By rank. Locations without a rank come last, by name. */
function inOrder({ fields: a }: LocationRecord, { fields: b }: LocationRecord): number {
  const [first, second] = [a.rank ?? Infinity, b.rank ?? Infinity];
  if (first !== second) return first - second;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** All locations in depth-first order. */
export function inOrderOfTree({ root, below }: Subtree): readonly LocationRecord[] {
  const walked: LocationRecord[] = [];
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    walked.push(next);
    waiting.push(...below(next).toReversed());
  }
  return walked;
}
