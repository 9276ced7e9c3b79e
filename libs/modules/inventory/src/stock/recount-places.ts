import { addAmounts, negateAmounts } from '@cubit/decimal';
import { type ModuleContext, pagesOf } from '@cubit/core';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { contentOf, EMPTY_CONTENT, applyContentChanges, addContents, type PlaceContent } from './update-places.js';
import type { Place } from './place.js';

const ITEMS_PER_READ = 1_000;

/** Counts the stock at locations, and corrects the counts and values of these and of the locations above them. */
export async function recountPlaces(context: ModuleContext, places: readonly Place[]): Promise<void> {
  const found = new Map<string, PlaceContent>();
  for await (const { fields, ...item } of itemsAt(context, places)) {
    const { location = '' } = fields;
    found.set(location, addContents(found.get(location) ?? EMPTY_CONTENT, contentOf({ ...item, fields })));
  }
  const corrections = places.map(({ id, fields: { item_count_direct: items = 0, worth_direct: worth = {} } }) => {
    const is = found.get(id) ?? EMPTY_CONTENT;
    return { placeId: id, content: { items: is.items - items, worth: addAmounts(is.worth, negateAmounts(worth)) } };
  });
  await applyContentChanges(context, corrections, places);
}

async function* itemsAt({ records }: ModuleContext, places: readonly Place[]): AsyncGenerator<StockItem> {
  const at = { in: places.map(({ id }) => id) };
  const read = (last?: StockItem) =>
    records.find(stockItem, {
      where: { location: at, ...(last === undefined ? {} : { id: { gt: last.id } }) },
      limit: ITEMS_PER_READ,
    });
  for await (const items of pagesOf({ size: ITEMS_PER_READ, read })) yield* items;
}
