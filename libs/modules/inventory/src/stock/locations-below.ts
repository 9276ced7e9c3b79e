import type { ModuleContext } from '@cubit/core';
import { place } from './place.js';

const MAX_DEPTH = 64;
const MAX_PLACES = 100_000;

/** The locations and all locations below them: one query per level. */
export async function locationsBelow({ records }: ModuleContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set(ids);
  let level = [...found];
  for (let depth = 0; level.length > 0 && depth < MAX_DEPTH; depth += 1) {
    const below = await records.find(place, { where: { parent: { in: level } }, limit: MAX_PLACES });
    level = below.map(({ id }) => id).filter((id) => !found.has(id));
    for (const id of level) found.add(id);
  }
  return found;
}
