import {
  addAmounts,
  negateAmounts,
  validationFailed,
  type Amounts,
  type KindHookContext,
  type ModuleContext,
  type RecordChange,
} from '@cubit/core';
import type { StockItem, StockItemKind } from '../stock-item/stock-item.kind.js';
import { place, type Place } from './place.js';
import { holdingOf } from './stock-totals.js';

/** What comes to lie at a place, or is no longer there. */
export interface Content {
  readonly items: number;
  readonly worth: Amounts;
}
export const NO_CONTENT: Content = { items: 0, worth: {} };

/** What the writes of stock items mean for one place. */
interface Filling {
  readonly placeId: string;
  readonly content: Content;
  /** Where the client said that stock is put there; absent: it is not. */
  readonly putAt?: string;
  /** The item did not lie there before. */
  readonly isNew?: boolean;
}

/**
 * Keeps what lies at each place, and refuses stock that is put where a place is out of use, or holds none. The places of stock are those that everything
 * else lies in as well, up to the site: they are written last of all, together, and only where an item or its value comes or goes.
 */
export async function fillPlaces(
  context: KindHookContext,
  changes: readonly RecordChange<StockItemKind>[],
): Promise<void> {
  const fillings = changes.flatMap(fillingsOf);
  if (fillings.length === 0) return;
  const places = await context.records.getMany(
    place,
    fillings.map(({ placeId }) => placeId),
  );
  refuseClosed(fillings, places);
  context.atEnd('places', { fillings, places }, (all) =>
    settlePlaces(
      context,
      all.flatMap((one) => one.fillings),
      all.flatMap((one) => [...one.places.values()]),
    ),
  );
}

function fillingsOf({ operation, before, after, path }: RecordChange<StockItemKind>): readonly Filling[] {
  const was = before !== null && operation !== 'restore' ? before : null;
  const is = operation === 'delete' ? null : after;
  const gone: Filling[] = was?.fields.location === undefined ? [] : [emptying(was.fields.location, contentOf(was))];
  const come: Filling[] =
    is?.fields.location === undefined
      ? []
      : [
          {
            placeId: is.fields.location,
            content: contentOf(is),
            ...(isPut(was, is) ? { putAt: path('location'), isNew: was?.fields.location !== is.fields.location } : {}),
          },
        ];
  const isStill = was?.fields.location === is?.fields.location && isSame(contentOf(was), contentOf(is));
  return isStill && come.every(({ putAt }) => putAt === undefined) ? [] : [...gone, ...come];
}

function emptying(placeId: string, { items, worth }: Content): Filling {
  return { placeId, content: { items: -items, worth: negateAmounts(worth) } };
}

/** Whether there is more of it at its place than before: it came from elsewhere, or from nowhere. */
function isPut(was: StockItem | null, is: StockItem): boolean {
  if (was === null || was.fields.location !== is.fields.location) return true;
  return holdingOf(is.fields).onHand > holdingOf(was.fields).onHand;
}

export function contentOf(item: StockItem | null): Content {
  const { onHand, worth } = item === null ? { onHand: 0, worth: [] } : holdingOf(item.fields);
  return {
    items: onHand === 0 ? 0 : 1,
    worth: Object.fromEntries(
      worth.filter(({ value }) => value !== '0').map(({ currency, value }) => [currency, value]),
    ),
  };
}

function isSame(one: Content, other: Content): boolean {
  return one.items === other.items && Object.keys(addAmounts(one.worth, negateAmounts(other.worth))).length === 0;
}

export function sumOfContents(one: Content, other: Content): Content {
  return { items: one.items + other.items, worth: addAmounts(one.worth, other.worth) };
}

function refuseClosed(fillings: readonly Filling[], places: ReadonlyMap<string, Place>): void {
  const faults = fillings.flatMap(({ placeId, putAt, isNew }) => {
    const place = places.get(placeId);
    if (putAt === undefined || place === undefined) return [];
    const { archived_at, holds_stock, path = place.title } = place.fields;
    if (archived_at !== undefined)
      return [{ path: putAt, code: 'archived', message: `'${path}' is archived: restore it first.` }];
    if (isNew && holds_stock === false)
      return [
        { path: putAt, code: 'holds_no_stock', message: `Nothing lies in '${path}' itself: name a place in it.` },
      ];
    return [];
  });
  if (faults.length > 0) throw validationFailed(faults);
}

/** Whoever archives a place, or closes it to stock, holds it, and so does this from here on: which of the two came first sees the other. */
export async function settlePlaces(
  { records }: ModuleContext,
  fillings: readonly Filling[],
  seen: readonly Place[],
): Promise<void> {
  const direct = new Map<string, Content>();
  for (const { placeId, content } of fillings)
    direct.set(placeId, sumOfContents(direct.get(placeId) ?? NO_CONTENT, content));
  const held = await holdWithAbove(records, seen);
  refuseClosed(fillings, held);
  const total = new Map<string, Content>();
  for (const [id, content] of direct)
    for (const above of [id, ...(held.get(id)?.fields.above ?? [])])
      total.set(above, sumOfContents(total.get(above) ?? NO_CONTENT, content));
  await records.updateEach(place, [...total.keys()], (found) =>
    filled(found, direct.get(found.id) ?? NO_CONTENT, total.get(found.id) ?? NO_CONTENT),
  );
}

/** All in one order, so that two who fill places never wait for each other. What a move has put above them meanwhile comes after. */
async function holdWithAbove(
  records: KindHookContext['records'],
  seen: readonly Place[],
): Promise<ReadonlyMap<string, Place>> {
  const known = new Set(seen.flatMap(({ id, fields: { above = [] } }) => [id, ...above]));
  const held = await records.lock(place, [...known]);
  const late = [...held.values()].flatMap(({ fields: { above = [] } }) => above.filter((id) => !known.has(id)));
  return late.length === 0 ? held : new Map([...held, ...(await records.lock(place, late))]);
}

function filled(
  { fields: { item_count_direct: items = 0, item_count_total: all = 0, worth_direct = {}, worth_total = {} } }: Place,
  direct: Content,
  total: Content,
) {
  return {
    item_count_direct: items + direct.items,
    item_count_total: all + total.items,
    worth_direct: addAmounts(worth_direct, direct.worth),
    worth_total: addAmounts(worth_total, total.worth),
  };
}
