import { type KindImport, plainName } from '@cubit/core';

/** Distributors whose names the columns of their orders have. */
const BY_COLUMN: readonly (readonly [RegExp, string])[] = [
  [/digi-?key/i, 'DigiKey'],
  [/mouser/i, 'Mouser'],
  [/lcsc|jlcpcb/i, 'LCSC'],
  [/farnell|newark|element14/i, 'Farnell'],
  [/\btme\b|^symbol oryginalny$/i, 'TME'],
  [/reichelt/i, 'Reichelt'],
  [/\barrow\b/i, 'Arrow'],
  [/\brs (?:stock|part|components)/i, 'RS Components'],
];
/** Part numbers of distributors that are recognised by their form. */
const BY_PART_NUMBER: readonly (readonly [RegExp, string])[] = [
  [/-ND$/, 'DigiKey'],
  [/^C\d{3,8}$/, 'LCSC'],
];
/** Their exports are in US dollars where they name no currency. */
const IN_DOLLARS = new Set(['DigiKey', 'Mouser', 'LCSC']);
/** Number of an order in the name of its file: `dk_products_93441269.csv`, `LCSC_Exported__20241222_232701.csv`, `SO-4711.csv`. */
const NUMBER = /(?<![A-Za-z0-9])(?:[A-Za-z]{1,4}-)?\d{4,}(?:[-_]\d+)*/;
const SKU_NAMES = [
  ...['digi-key part #', 'digikey part number', 'digi-key part number', 'mouser #', 'mouser no', 'mouser part number'],
  ...[
    'mouser part #',
    'lcsc part number',
    'lcsc part #',
    'farnell part number',
    'tme symbol',
    'symbol tme',
    'symbol',
    'part number',
    'part #',
  ],
  ...[
    'supplier part number',
    'supplier part #',
    'supplier sku',
    'order code',
    'sku',
    'article number',
    'catalog number',
  ],
  ...[
    'rs stock no',
    'rs stock number',
    'vendor part number',
    'product code',
    'item number',
    'Bestellnummer',
    'Artikelnummer',
  ],
];

/** Files of orders that distributors export: a row is a line of an order. */
export const orderImport: KindImport = {
  headers: 'guess',
  propose: 'declared',
  columns: {
    supplier_ref: [
      ...['sales order #', 'sales order number', 'salesorder', 'sales order', 'order number', 'order #', 'order no'],
      ...[
        'order id',
        'supplier reference',
        'supplier ref',
        'Auftragsnummer',
        'Numer zamówienia',
        'web order #',
        'web id',
      ],
    ],
    supplier: ['supplier', 'vendor', 'distributor', 'supplier name', 'Lieferant'],
    ordered_at: ['order date', 'date ordered', 'ordered', 'ordered at', 'purchase date', 'Bestelldatum'],
    'lines.supplier_part.sku': SKU_NAMES,
    'lines.supplier_part.part.mpn': [
      ...['manufacturer part number', 'manufacture part number', 'manufacturer part #', 'mfr #', 'mfr part number'],
      ...['mfr part #', 'mfr no', 'mfg part number', 'mfg part #', 'mpn', 'manf#', 'manufacturer part no'],
      ...['original symbol', 'Symbol oryginalny', 'manufacturer symbol', "manufacturer's symbol"],
    ],
    'lines.supplier_part.part.manufacturer': [
      'manufacturer',
      'mfr',
      'mfg',
      'manufacturer name',
      'brand',
      'Hersteller',
      'Producent',
    ],
    'lines.supplier_part.part.description': [
      'description',
      'desc',
      'product description',
      'item description',
      'Beschreibung',
      'Bezeichnung',
      'Opis',
    ],
    'lines.supplier_part.moq': ['min mult order qty', 'min order qty', 'moq'],
    // A part that is known here, by its number or its name.
    'lines.part': ['part', 'part name', 'component', 'item', 'ipn', 'internal part number', 'Teil', 'Artikel'],
    'lines.qty': [
      'quantity',
      'qty',
      'order qty',
      'quantity ordered',
      'ordered quantity',
      'Ilość zamówiona',
      'Ilość',
      'qty ordered',
      'Menge',
      'Anzahl',
    ],
    'lines.unit_price': [
      'unit price',
      'price',
      'price each',
      'unit cost',
      'net price',
      'unit net price',
      'net unit price',
      'unit price net',
      'Nettopreis',
      'Cena netto',
      'Einzelpreis',
      'Stückpreis',
      'Preis',
    ],
    'lines.unit_price.currency': ['currency', 'Währung', 'Waluta'],
    'lines.notes': [
      'customer reference',
      'customer no',
      'customer #',
      'customer part number',
      'customer symbol',
      'line note',
      'comment',
      'notes',
    ],
  },
  // Beside the number of a supplier or a manufacturer, other columns may say anything of the part.
  onlyWithout: { 'lines.part': ['lines.supplier_part.sku', 'lines.supplier_part.part.mpn'] },
  match: ['supplier_ref', 'supplier'],
  merge: {},
  keep: true,
  creates: ['purchases:supplier', 'purchases:supplier_part', 'inventory:part'],
  copies: {
    'lines.supplier_part.supplier': 'supplier',
    'lines.supplier_part.sku': 'lines.supplier_part.part.mpn',
    'lines.supplier_part.last_price': 'lines.unit_price',
    currency: 'lines.unit_price.currency',
  },
  details: {
    lines: {
      kind: 'purchases:order_item',
      field: 'order',
      needs: [
        ['qty', 'supplier_part.sku'],
        ['qty', 'part'],
      ],
      strict: true,
      write: 'missing',
      // Formats of one distributor differ in prices: with and without a currency, rounded or not.
      same: ['supplier_part', 'part', 'qty'],
    },
  },
  parameters: {
    number: {
      target: 'supplier_ref',
      description:
        'Number of the order at the supplier. Default: a column of the file, the name of the file in `Content-Disposition`, else a digest of its lines.',
    },
    supplier: {
      target: 'supplier',
      description:
        'The supplier: its id or name. Default: a column of the file, else the one whose columns the file has.',
    },
  },
  digest: {
    target: 'supplier_ref',
    of: ['lines.supplier_part.sku', 'lines.supplier_part.part.mpn', 'lines.qty', 'lines.part'],
  },
  infer(file) {
    const supplier = supplierOf(file);
    const number = NUMBER.exec((file.name ?? '').replace(/\.\w{2,5}$/, ''))?.[0];
    return {
      ...(supplier === undefined ? {} : { supplier }),
      ...(supplier !== undefined && IN_DOLLARS.has(supplier) ? { 'lines.unit_price.currency': 'USD' } : {}),
      ...(number === undefined ? {} : { supplier_ref: number }),
    };
  },
};

type File = Parameters<NonNullable<KindImport['infer']>>[0];

function supplierOf({ header, samples }: File): string | undefined {
  const named = BY_COLUMN.find(([pattern]) => header.some((name) => pattern.test(name)))?.[1];
  if (named !== undefined) return named;
  const names = new Set(SKU_NAMES.map(plainName));
  const column = header.find((name) => names.has(plainName(name)));
  if (column === undefined) return undefined;
  const numbers = samples.map((sample) => (sample[column] ?? '').trim()).filter((text) => text !== '');
  return BY_PART_NUMBER.find(([pattern]) => numbers.length > 0 && numbers.every((text) => pattern.test(text)))?.[1];
}
