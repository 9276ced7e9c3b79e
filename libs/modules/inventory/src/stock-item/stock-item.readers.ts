import type { ImportReader } from '@cubit/core';
import { type ImportItem, memberAt, numberAt, present, textAt } from '../part/item-members.js';
import { escaped, FILAMENT } from '../part/spoolman.reader.js';

const PLACES = 1e6;
const CREATES = ['inventory:part', 'inventory:category', 'spaces:location'];

/** Spools of Spoolman (https://github.com/Donkie/Spoolman), as its export and its API write them: what is left of each, of a part for its filament. */
export const spoolReader: ImportReader = {
  name: 'spoolman-spools',
  creates: CREATES,
  matches: (item) =>
    numberAt(item, 'used_weight') !== undefined && memberAt(item, 'filament.id') !== undefined && 'id' in item,
  rows(item) {
    const weight = numberAt(item, 'initial_weight') ?? numberAt(item, 'filament.weight');
    const used = numberAt(item, 'used_weight') ?? 0;
    const left = numberAt(item, 'remaining_weight') ?? (weight === undefined ? undefined : Math.max(0, weight - used));
    const price = numberAt(item, 'price') ?? numberAt(item, 'filament.price');
    const material = textAt(item, 'filament.material');
    const vendor = textAt(item, 'filament.vendor.name');
    const tare = numberAt(item, 'spool_weight') ?? numberAt(item, 'filament.spool_weight');
    const name = textAt(item, 'filament.name') ?? `${FILAMENT} ${textAt(item, 'filament.id') ?? ''}`;
    const color = textAt(item, 'filament.color_hex');
    return [
      present({
        'import.id': textAt(item, 'id'),
        'part.import.id': textAt(item, 'filament.id'),
        'part.name': [vendor, name].filter((text) => text !== undefined).join(' '),
        'part.manufacturer': vendor,
        'part.mpn': textAt(item, 'filament.article_number'),
        'part.category.key': material === undefined ? FILAMENT : `${FILAMENT}/${escaped(material)}`,
        // Prints take grams of it.
        'part.unit': 'g',
        'part.is_consumable': true,
        'part.material': present({
          material,
          color_hex: color !== undefined && /^(?:[0-9a-f]{6}|[0-9a-f]{8})$/i.test(color) ? color : undefined,
          density_g_cm3: numberAt(item, 'filament.density'),
          diameter_mm: numberAt(item, 'filament.diameter'),
          net_weight_g: numberAt(item, 'filament.weight'),
          tare_weight_g: numberAt(item, 'filament.spool_weight'),
        }),
        qty: left === undefined ? undefined : rounded(left),
        unit_cost: price === undefined || !weight ? undefined : rounded(price / weight),
        tare_g: tare,
        'location.key': textAt(item, 'location'),
        lot: textAt(item, 'lot_nr'),
        opened_at: textAt(item, 'first_used'),
        notes: textAt(item, 'comment'),
      }),
    ];
  },
};

function rounded(value: number): number {
  return Math.round(value * PLACES) / PLACES;
}

/** Names of columns of Snipe-IT, whose exports and imports differ. */
const ASSET = {
  tag: ['Asset Tag'],
  model: ['Model', 'Model name', 'Model Name'],
  number: ['Model No.', 'Model Number', 'Model number', 'Model No'],
} as const;

function firstOf(item: ImportItem, names: readonly string[]): string | undefined {
  return names.map((name) => textAt(item, name)).find((text) => text !== undefined);
}

/** Assets of Snipe-IT (https://github.com/grokability/snipe-it): one unit each, of a part for its model. */
export const assetReader: ImportReader = {
  name: 'snipe-it-assets',
  creates: CREATES,
  matches: (item) => ASSET.tag.some((name) => name in item) && ASSET.model.some((name) => name in item),
  rows: (item) => {
    const name = firstOf(item, ['Asset Name', 'Item Name', 'Item name', 'Name']);
    const tag = firstOf(item, ASSET.tag);
    const category = textAt(item, 'Category');
    return [
      present({
        'import.id': textAt(item, 'ID') ?? tag,
        'part.name': firstOf(item, ASSET.model) ?? name,
        'part.mpn': firstOf(item, ASSET.number),
        'part.manufacturer': textAt(item, 'Manufacturer'),
        'part.category.key': category === undefined ? undefined : escaped(category),
        'part.tracking': 'serial',
        'part.is_tool': true,
        qty: 1,
        serial: firstOf(item, ['Serial', 'Serial number', 'Serial Number']) ?? tag,
        'location.key': firstOf(item, ['Location', 'Default Location']),
        status: textAt(item, 'Status'),
        unit_cost: firstOf(item, ['Purchase Cost', 'Purchase cost', 'Cost']),
        notes: [name, tag === undefined ? undefined : `Asset ${tag}`, textAt(item, 'Notes')]
          .filter((text) => text !== undefined)
          .join('\n'),
      }),
    ];
  },
};

/** How Grocy writes that something does not expire. */
const NEVER = '2999-12-31';

/** Stock of Grocy (https://github.com/grocy/grocy), as its API writes it: the amount of each product. */
export const groceryReader: ImportReader = {
  name: 'grocy-stock',
  creates: CREATES,
  matches: (item) =>
    memberAt(item, 'product.name') !== undefined && 'product_id' in item && memberAt(item, 'amount') !== undefined,
  rows: (item) => {
    const expires = textAt(item, 'best_before_date');
    return [
      present({
        'import.id': textAt(item, 'product_id'),
        'part.import.id': textAt(item, 'product_id'),
        'part.name': textAt(item, 'product.name'),
        'part.description': textAt(item, 'product.description'),
        'part.min_stock': numberAt(item, 'product.min_stock_amount'),
        'part.is_consumable': true,
        qty: numberAt(item, 'amount'),
        expires_on: expires === NEVER ? undefined : expires,
      }),
    ];
  },
};
