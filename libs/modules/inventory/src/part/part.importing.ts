import { type KindImport, plainName } from '@cubit/core';
import { partDbReader } from './part-db.reader.js';
import { spoolmanReader } from './spoolman.reader.js';
import { DEFAULT_UNIT } from './unit.js';

/** Distributors whose names columns have: `LCSC Part #`, `mouser#`. */
const DISTRIBUTORS: Readonly<Record<string, string>> = {
  lcsc: 'LCSC',
  jlcpcb: 'LCSC',
  mouser: 'Mouser',
  digikey: 'DigiKey',
  farnell: 'Farnell',
  arrow: 'Arrow',
  tme: 'TME',
  reichelt: 'Reichelt',
};
const NUMBERS = ['', '#', ' part', ' part #', ' part number', ' part no', ' pn', ' sku', ' number', ' code'];

/** Names that columns of parts have in files of other programs, by field of a part. */
export const partNames = {
  ipn: ['internal part number', 'asset id', 'article number', 'item number', 'Artikelnummer'],
  mpn: [
    ...['manufacturer part number', 'manufacture part number', 'mfr part number', 'mfr part #', 'mfr #', 'mfr no'],
    ...['mfg part number', 'mfg part #', 'manf#', 'manufacturer pn', 'manufacturer part', 'manufacturer part no'],
    ...['model number', 'manufacturer number', 'manufacturer product number', 'Herstellerteilenummer'],
  ],
  manufacturer: ['mfr', 'mfg', 'manf', 'brand', 'maker', 'manufacturer name', 'Hersteller'],
  description: ['desc', 'details', 'part description', 'Beschreibung'],
  link: ['url', 'website', 'datasheet', 'datasheet url', 'product url', 'product link', 'manufacturer product url'],
} as const;

/** How files of parts of other programs become parts, their opening stock and the offers of their suppliers. */
export const partImport: KindImport = {
  columns: {
    name: ['part name', 'item name', 'component', 'component name', 'Bezeichnung', 'Teil', 'Teilename'],
    ipn: partNames.ipn,
    mpn: partNames.mpn,
    manufacturer: partNames.manufacturer,
    description: partNames.description,
    category: ['category path', 'category name', 'part category', 'group', 'part type', 'Kategorie'],
    gtin: ['ean', 'ean13', 'ean-13', 'upc', 'upc-a', 'gtin-13', 'ean code'],
    unit: ['units', 'uom', 'unit of measure', 'unit of measurement', 'part unit', 'Einheit', 'Einheiten'],
    min_stock: [
      'minimum stock',
      'minimum',
      'min',
      'min qty',
      'minimum quantity',
      'min amount',
      'reorder level',
      'reorder point',
      'Mindestbestand',
      'Minimaler Bestand',
    ],
    target_stock: ['target quantity', 'maximum stock', 'max stock', 'desired stock'],
    default_location: ['location', 'location path', 'storage location', 'storage', 'bin', 'where', 'Lagerort'],
    link: partNames.link,
    tags: ['keywords', 'labels', 'tag', 'label', 'Schlüsselwörter'],
    tracking: ['trackable', 'serialized', 'Nachverfolgbar'],
    status: ['active', 'state', 'manufacturing status'],
    is_assembly: ['assembly', 'Baugruppe'],
    is_consumable: ['consumable'],
    'stock.qty': [
      ...['quantity', 'qty', 'stock', 'in stock', 'stock quantity', 'stock level', 'on hand', 'qty on hand', 'count'],
      ...['amount', 'current stock', 'quantity on hand', 'Bestand', 'Menge', 'Anzahl', 'Gesamtbestand', 'Auf Lager'],
    ],
    'stock.location': ['location', 'location path', 'stock location', 'storage location'],
    'stock.serial': ['serial', 'serials', 'serial number', 'serial numbers', 'serial no', 's/n', 'sn'],
    'stock.lot': ['lot', 'batch', 'lot number', 'batch code', 'batch number'],
    'stock.expires_on': ['expiry', 'expiry date', 'expires', 'best before'],
    'stock.unit_cost': [
      'price',
      'unit price',
      'unit cost',
      'cost',
      'purchase price',
      'price each',
      'price 1',
      'Preis',
      'Stückpreis',
      'EK',
    ],
    'stock.unit_cost.currency': ['currency', 'price currency', 'purchase price currency', 'Währung'],
    'supplier_part.supplier': [
      'supplier',
      'vendor',
      'distributor',
      'supplier name',
      'supplier 1',
      'purchase from',
      'Lieferant',
    ],
    'supplier_part.sku': [
      ...['supplier part number', 'supplier part #', 'supplier part', 'supplier sku', 'supplier pn', 'supplier 1 pn'],
      ...['vendor part number', 'vendor sku', 'distributor part number', 'order code', 'order number', 'Bestellnummer'],
      ...['spn', 'supplier product number', 'supplier number', "supplier's number", 'supplier no', 'vendor number'],
      ...Object.keys(DISTRIBUTORS).flatMap((name) => NUMBERS.map((number) => name + number)),
    ],
    'supplier_part.url': ['supplier link', 'supplier url', 'product page', 'order link'],
    'supplier_part.moq': ['moq', 'minimum order quantity', 'min purchase'],
  },
  values: {
    tracking: { serial: ['true', 'yes', '1'], none: ['false', 'no', '0'] },
    status: {
      active: ['true', 'yes', '1', 'in use', 'production', 'announced'],
      deprecated: ['nrnd', 'nrfnd', 'not recommended'],
      obsolete: ['false', 'no', '0', 'inactive', 'eol', 'discontinued'],
    },
  },
  measure: { unit: 'unit', packs: 'packs', from: 'category', fallback: DEFAULT_UNIT },
  units: { min_stock: { of: '' }, target_stock: { of: '' } },
  fallbacks: { name: ['mpn', 'ipn', 'description'] },
  copies: { 'stock.location': 'default_location', 'supplier_part.last_price': 'stock.unit_cost' },
  identify: [['ipn'], ['mpn'], ['name']],
  details: {
    stock: {
      kind: 'inventory:stock_item',
      field: 'part',
      needs: [['qty'], ['serial']],
      each: { field: 'serial', fields: { qty: 1 } },
      write: 'new',
    },
    supplier_part: {
      kind: 'purchases:supplier_part',
      field: 'part',
      needs: [['supplier', 'sku']],
      write: 'missing',
      same: ['supplier', 'sku'],
    },
  },
  // A column `LCSC Part #` tells the supplier as well; used where suppliers may be created.
  infer({ header, creates }) {
    if (!creates.includes('purchases:supplier')) return {};
    const plain = new Set(header.map(plainName));
    const [, name] =
      Object.entries(DISTRIBUTORS).find(([word]) => NUMBERS.some((number) => plain.has(plainName(word + number)))) ??
      [];
    return name === undefined ? {} : { 'supplier_part.supplier': name };
  },
  readers: [spoolmanReader, partDbReader],
};
