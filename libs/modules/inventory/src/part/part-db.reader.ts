import type { ImportReader } from '@cubit/core';
import { type ImportItem, memberAt, numberAt, present, textAt } from './item-members.js';

/** Of lots or offers of a part in a table, which has a column for each. */
const MOST = 100;
const PLACES = 1e6;

/** Parts of Part-DB (https://github.com/Part-DB/Part-DB-server), as its exports write them: with a stock item for each lot, and an offer for each supplier. */
export const partDbReader: ImportReader = {
  name: 'part-db',
  creates: ['inventory:category', 'spaces:location', 'purchases:supplier'],
  matches: (item) =>
    textAt(item, 'name') !== undefined &&
    ['partLots', 'orderdetails', 'partLots.0.amount', 'orderdetails.0.supplierpartnr'].some((name) => name in item) &&
    ['manufacturer_product_number', 'minamount', 'ipn', 'category', 'category.name'].some((name) => name in item),
  rows: (item) => [
    present({
      'import.id': textAt(item, 'id'),
      name: textAt(item, 'name'),
      description: textAt(item, 'description'),
      notes: textAt(item, 'comment'),
      'category.key': treeAt(item, 'category'),
      manufacturer: textAt(item, 'manufacturer.name'),
      mpn: textAt(item, 'manufacturer_product_number'),
      link: textAt(item, 'manufacturer_product_url'),
      status: textAt(item, 'manufacturing_status'),
      ipn: textAt(item, 'ipn'),
      tags: textAt(item, 'tags'),
      min_stock: numberAt(item, 'minamount'),
      unit: textAt(item, 'partUnit.unit') ?? textAt(item, 'partUnit.name'),
      stock: listAt(item, 'partLots', lotOf),
      supplier_part: listAt(item, 'orderdetails', offerOf),
    }),
  ],
};

function lotOf(item: ImportItem, at: string): ImportItem {
  const isUnknown = ['true', '1'].includes(String(memberAt(item, `${at}.instock_unknown`) as boolean | string));
  return present({
    qty: isUnknown ? undefined : numberAt(item, `${at}.amount`),
    'location.key': treeAt(item, `${at}.storage_location`),
    expires_on: textAt(item, `${at}.expiration_date`),
    notes: textAt(item, `${at}.description`),
  });
}

function offerOf(item: ImportItem, at: string): ImportItem {
  const price = numberAt(item, `${at}.pricedetails.0.price`);
  const related = numberAt(item, `${at}.pricedetails.0.price_related_quantity`) ?? 1;
  return present({
    'supplier.key': textAt(item, `${at}.supplier.name`),
    sku: textAt(item, `${at}.supplierpartnr`),
    url: textAt(item, `${at}.supplier_product_url`),
    last_price:
      price === undefined || related <= 0 ? undefined : String(Math.round((price / related) * PLACES) / PLACES),
    'last_price.currency': textAt(item, `${at}.pricedetails.0.currency.iso_code`),
  });
}

function treeAt(item: ImportItem, path: string): string | undefined {
  return textAt(item, `${path}.full_path`) ?? textAt(item, `${path}.name`) ?? textAt(item, path);
}

function listAt(
  item: ImportItem,
  path: string,
  read: (item: ImportItem, at: string) => ImportItem,
): readonly ImportItem[] {
  const list = item[path];
  const length = Array.isArray(list)
    ? list.length
    : Object.keys(item).some((name) => name.startsWith(`${path}.`))
      ? MOST
      : 0;
  return Array.from({ length }, (_, index) => read(item, `${path}.${index}`)).filter(
    (one) => Object.keys(one).length > 0,
  );
}
