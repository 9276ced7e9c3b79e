import type { ModuleContext, Where } from '@cubit/core';
import { location } from '../location/location.kind.js';
import type { LocationRecord } from '../plan/match-locations.js';

const MAX_SUGGESTED = 10;
/** Empty locations checked per search area: more than are suggested, because some contain other locations. */
const MAX_LOOKED_AT = 200;
const IS_BIN = '!has(type) || type in ["bin", "shelf", "container"]';

export interface Search {
  /** Null: search everywhere. */
  readonly under: LocationRecord | null;
  /** Number of stock items that must fit. */
  readonly items: number;
  /** The same for locations that already hold the part. */
  readonly itemsMore: number;
  /** The present or default location of the part; null if there is none. */
  readonly near: LocationRecord | null;
}

export interface Suggestion {
  readonly bin: LocationRecord;
  readonly reason: 'same_part' | 'empty';
}

/** Locations that hold the part, then empty ones by distance. Two queries per location on the way up. */
export async function nearestBins(
  context: Pick<ModuleContext, 'records'>,
  search: Search,
  bins: readonly LocationRecord[],
): Promise<readonly Suggestion[]> {
  const same = bins.filter((bin) => takesStock(bin) && hasRoom(bin, search.itemsMore) && isBelow(bin, search.under));
  const found: Suggestion[] = same.slice(0, MAX_SUGGESTED).map((bin) => ({ bin, reason: 'same_part' }));
  const seen = new Set(bins.map(({ id }) => id));
  for (const around of circles(search)) {
    if (found.length >= MAX_SUGGESTED) break;
    const bins = (await emptyBins(context, around)).filter((bin) => !seen.has(bin.id) && hasRoom(bin, search.items));
    for (const bin of bins) seen.add(bin.id);
    found.push(...bins.slice(0, MAX_SUGGESTED - found.length).map((bin): Suggestion => ({ bin, reason: 'empty' })));
  }
  return found;
}

type Circle = Where<typeof location>;

/**
 * Search areas from the nearest outwards: the locations above the part up to `under`, or everything. For each, its direct children come first:
 * an index finds them, and they are usually enough.
 */
function circles({ under, near }: Search): readonly Circle[] {
  const deep = (id: string): readonly Circle[] => [{ parent: id }, { above: { has: id } }];
  const above = (near?.fields.above ?? []).toReversed();
  const within = under === null ? above : above.slice(0, above.indexOf(under.id) + 1);
  const inside = near === null || (under !== null && !isBelow(near, under)) ? [] : [{ parent: near.id }];
  const around = [...inside, ...within.flatMap(deep)];
  if (under === null) return [...around, {}];
  return within.length > 0 ? around : [...around, ...deep(under.id)];
}

async function emptyBins(
  { records }: Pick<ModuleContext, 'records'>,
  around: Circle,
): Promise<readonly LocationRecord[]> {
  const bins = await records.find(location, {
    where: {
      ...around,
      empty: true,
      holds_stock: true,
      archived_at: null,
    },
    filter: IS_BIN,
    sort: 'path',
    limit: MAX_LOOKED_AT,
  });
  if (bins.length === 0) return [];
  const inside = await records.find(location, {
    where: { parent: { in: bins.map(({ id }) => id) } },
    limit: MAX_LOOKED_AT * MAX_LOOKED_AT,
  });
  const containing = new Set(inside.map(({ fields }) => fields.parent));
  return bins.filter(({ id }) => !containing.has(id));
}

function takesStock({ fields: { archived_at, holds_stock } }: LocationRecord): boolean {
  return archived_at === undefined && holds_stock;
}

function hasRoom({ fields: { capacity_items: capacity, item_count_direct: there } }: LocationRecord, items: number) {
  return capacity === undefined || there + items <= capacity;
}

function isBelow({ id, fields: { above = [] } }: LocationRecord, under: LocationRecord | null): boolean {
  return under === null || under.id === id || above.includes(under.id);
}
