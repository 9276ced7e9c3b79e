import { addAmounts, negateAmounts, pagesOf, type ModuleContext } from '@cubit/core';
import { stockItem, type StockItem } from '../stock-item/stock-item.kind.js';
import { contentOf, NO_CONTENT, settlePlaces, sumOfContents, type Content } from './fill-places.js';
import type { Place } from './place.js';

const ITEMS_PER_READ = 1_000;

/** Counts what lies at places, and puts right what they and all that they lie in say of it. */
export async function recountPlaces(context: ModuleContext, places: readonly Place[]): Promise<void> {
  const found = new Map<string, Content>();
  for await (const { fields, ...item } of itemsAt(context, places)) {
    const { location = '' } = fields;
    found.set(location, sumOfContents(found.get(location) ?? NO_CONTENT, contentOf({ ...item, fields })));
  }
  const fillings = places.map(({ id, fields: { item_count_direct: items = 0, worth_direct: worth = {} } }) => {
    const is = found.get(id) ?? NO_CONTENT;
    return { placeId: id, content: { items: is.items - items, worth: addAmounts(is.worth, negateAmounts(worth)) } };
  });
  await settlePlaces(context, fillings, places);
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
