import { addAmounts, type Amounts, negateAmounts } from '@cubit/decimal';
import {
  type ErrorDetail,
  type KindHookContext,
  type ModuleContext,
  type RecordChange,
  validationFailed,
} from '@cubit/core';
import type { StockItem, StockItemKind } from '../stock-item/stock-item.fields.js';
import { place, type Place } from './place.js';
import { refuseOtherParts, type Arrival } from './single-part.js';
import { itemTotals } from './stock-totals.js';

/** Number of stock items at a location and their value by currency, or a change of both. */
export interface PlaceContent {
  readonly items: number;
  readonly worth: Amounts;
}
export const EMPTY_CONTENT: PlaceContent = { items: 0, worth: {} };

/** Effect of a written stock item on one location. */
interface ContentChange {
  readonly placeId: string;
  readonly content: PlaceContent;
  /** Path of the location in the request, if stock is added there. */
  readonly putAt?: string;
  /** The item was not at the location before. */
  readonly isNew?: boolean;
  /** The part, if the location had no stock of the item before. */
  readonly arriving?: string;
}

/**
 * Updates the counts and values of locations, and refuses stock at locations that are archived, hold no stock, or are for another part. Locations are shared by
 * all stock below them, up to the site, so they are locked and written last, before the commit, and only where a count or value changes.
 */
export async function updatePlaces(
  context: KindHookContext,
  changes: readonly RecordChange<StockItemKind>[],
): Promise<void> {
  const contentChanges = changes.flatMap(contentChangesOf);
  if (contentChanges.length === 0) return;
  const places = await context.records.getMany(
    place,
    contentChanges.map(({ placeId }) => placeId),
  );
  await refuseUnsuitablePlaces(context, contentChanges, places);
  context.beforeCommit('places', { contentChanges, places }, (all) =>
    applyContentChanges(
      context,
      all.flatMap((one) => one.contentChanges),
      all.flatMap((one) => [...one.places.values()]),
    ),
  );
}

function contentChangesOf({ operation, before, after, path }: RecordChange<StockItemKind>): readonly ContentChange[] {
  const was = before !== null && operation !== 'restore' ? before : null;
  const is = operation === 'delete' ? null : after;
  const gone: ContentChange[] =
    was?.fields.location === undefined ? [] : [removalOf(was.fields.location, contentOf(was))];
  const come: ContentChange[] =
    is?.fields.location === undefined
      ? []
      : [
          {
            placeId: is.fields.location,
            content: contentOf(is),
            ...(isIncrease(was, is) ? { putAt: path('location'), ...arrivalOf(was, is) } : {}),
          },
        ];
  const isStill = was?.fields.location === is?.fields.location && isSameContent(contentOf(was), contentOf(is));
  return isStill && come.every(({ putAt }) => putAt === undefined) ? [] : [...gone, ...come];
}

function arrivalOf(was: StockItem | null, is: StockItem): Pick<ContentChange, 'isNew' | 'arriving'> {
  const isNew = was?.fields.location !== is.fields.location;
  const hadStock = was !== null && !isNew && itemTotals(was.fields).onHand > 0n;
  return { isNew, ...(!hadStock && itemTotals(is.fields).onHand > 0n ? { arriving: is.fields.part } : {}) };
}

function removalOf(placeId: string, { items, worth }: PlaceContent): ContentChange {
  return { placeId, content: { items: -items, worth: negateAmounts(worth) } };
}

/** Whether the location has more of the item than before. */
function isIncrease(was: StockItem | null, is: StockItem): boolean {
  if (was === null || was.fields.location !== is.fields.location) return true;
  return itemTotals(is.fields).onHand > itemTotals(was.fields).onHand;
}

export function contentOf(item: StockItem | null): PlaceContent {
  const { onHand, worth } = item === null ? { onHand: 0n, worth: [] } : itemTotals(item.fields);
  return {
    items: onHand === 0n ? 0 : 1,
    worth: Object.fromEntries(
      worth.filter(({ value }) => value !== '0').map(({ currency, value }) => [currency, value]),
    ),
  };
}

function isSameContent(one: PlaceContent, other: PlaceContent): boolean {
  return one.items === other.items && Object.keys(addAmounts(one.worth, negateAmounts(other.worth))).length === 0;
}

export function addContents(one: PlaceContent, other: PlaceContent): PlaceContent {
  return { items: one.items + other.items, worth: addAmounts(one.worth, other.worth) };
}

async function refuseUnsuitablePlaces(
  context: ModuleContext,
  changes: readonly ContentChange[],
  places: ReadonlyMap<string, Place>,
): Promise<void> {
  const faults = changes.flatMap(({ placeId, putAt, isNew }) => {
    const place = places.get(placeId);
    if (putAt === undefined || place === undefined) return [];
    return closedPlaceFaults(place, { path: putAt, isNew: isNew === true });
  });
  if (faults.length > 0) throw validationFailed(faults);
  const arrivals = changes.flatMap(({ placeId, putAt, arriving }): Arrival[] =>
    putAt === undefined || arriving === undefined ? [] : [{ placeId, part: arriving, path: putAt }],
  );
  await refuseOtherParts(context, arrivals, places);
}

/** Why stock cannot be added at a location. Without `isNew`, the item is there already and its quantity increases. */
export function closedPlaceFaults(
  { title, fields: { archived_at, holds_stock, path: name = title } }: Place,
  { path, isNew }: { readonly path: string; readonly isNew: boolean },
): readonly ErrorDetail[] {
  if (archived_at !== undefined)
    return [{ path, code: 'archived', message: `'${name}' is archived. Restore it first.` }];
  if (isNew && holds_stock === false)
    return [
      { path, code: 'holds_no_stock', message: `'${name}' does not hold stock itself. Name a location below it.` },
    ];
  return [];
}

/** Locks the locations and checks them again: a concurrent transaction may have archived one or filled it, which locks it as well. */
export async function applyContentChanges(
  context: ModuleContext,
  contentChanges: readonly ContentChange[],
  seen: readonly Place[],
): Promise<void> {
  const { records } = context;
  const direct = new Map<string, PlaceContent>();
  for (const { placeId, content } of contentChanges)
    direct.set(placeId, addContents(direct.get(placeId) ?? EMPTY_CONTENT, content));
  const locked = await lockWithAncestors(records, seen);
  await refuseUnsuitablePlaces(context, contentChanges, locked);
  const total = new Map<string, PlaceContent>();
  for (const [id, content] of direct)
    for (const above of [id, ...(locked.get(id)?.fields.above ?? [])])
      total.set(above, addContents(total.get(above) ?? EMPTY_CONTENT, content));
  await records.updateEach(place, [...total.keys()], (found) =>
    updatedCounts(found, direct.get(found.id) ?? EMPTY_CONTENT, total.get(found.id) ?? EMPTY_CONTENT),
  );
}

/** Locks all locations in one call, in a fixed order, which avoids deadlocks. Ancestors added by a concurrent move are locked afterwards. */
async function lockWithAncestors(
  records: KindHookContext['records'],
  seen: readonly Place[],
): Promise<ReadonlyMap<string, Place>> {
  const known = new Set(seen.flatMap(({ id, fields: { above = [] } }) => [id, ...above]));
  const locked = await records.lock(place, [...known]);
  const late = [...locked.values()].flatMap(({ fields: { above = [] } }) => above.filter((id) => !known.has(id)));
  return late.length === 0 ? locked : new Map([...locked, ...(await records.lock(place, late))]);
}

function updatedCounts(
  { fields: { item_count_direct: items = 0, item_count_total: all = 0, worth_direct = {}, worth_total = {} } }: Place,
  direct: PlaceContent,
  total: PlaceContent,
) {
  return {
    item_count_direct: items + direct.items,
    item_count_total: all + total.items,
    worth_direct: addAmounts(worth_direct, direct.worth),
    worth_total: addAmounts(worth_total, total.worth),
  };
}
