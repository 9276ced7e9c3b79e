import type { Client } from '../client.js';
import type { PurchaseLine, PurchaseOrder } from './purchase-dataset.js';

export interface PurchaseReport {
  readonly orders: number;
  readonly lines: number;
  readonly parts: number;
  readonly 'supplier parts': number;
  /** The total that the server computed; of an order that was loaded before, its stored total. */
  readonly total: string;
}

type Progress = (what: string, done: number, total: number) => void;
type Ids = ReadonlyMap<string, string>;

/**
 * Loads an order into a workspace with the module `purchases`, through the public API only: its supplier, the
 * supplier parts, parts by their manufacturer part number, and the order as a draft. An existing order is
 * unchanged, whatever file it came from.
 */
export async function loadPurchases(client: Client, order: PurchaseOrder, progress: Progress): Promise<PurchaseReport> {
  const supplier = await supplierOf(client, order);
  const [known] = await client.find('purchases:order', { supplier, supplier_ref: order.supplierRef });
  if (known) return { orders: 0, lines: 0, parts: 0, 'supplier parts': 0, total: totalOf(known.fields) };
  const skus = await client.findMany('purchases:supplier_part', {
    field: 'sku',
    values: order.lines.map(({ sku }) => sku),
    fields: { supplier },
  });
  const missing = distinct(
    order.lines.filter(({ sku }) => !skus.has(sku)),
    ({ sku }) => sku,
  );
  const parts = await partsFor(client, missing, progress);
  const made = await client.createAll(
    'purchases:supplier_part',
    missing.map((line) => ({ fields: supplierPartOf(line, { supplier, currency: order.currency, parts: parts.ids }) })),
    (done) => progress('supplier parts', done, missing.length),
  );
  const supplierParts = new Map([...skus, ...missing.map(({ sku }, index) => [sku, made[index] ?? ''] as const)]);
  const [id = ''] = await client.createAll(
    'purchases:order',
    [{ fields: { supplier, supplier_ref: order.supplierRef, currency: order.currency, ...orderedAt(order) } }],
    () => undefined,
  );
  await client.createAll(
    'purchases:order_item',
    order.lines.map(({ sku, qty, unitPrice, note }) => ({
      fields: {
        order: id,
        supplier_part: idOf(supplierParts, sku),
        qty,
        unit_price: { amount: unitPrice, currency: order.currency },
        ...(note === undefined ? {} : { notes: note }),
      },
    })),
    (done) => progress('lines', done, order.lines.length),
  );
  const [loaded] = await client.find('purchases:order', { id });
  return {
    orders: 1,
    lines: order.lines.length,
    parts: parts.created,
    'supplier parts': missing.length,
    total: totalOf(loaded?.fields ?? {}),
  };
}

function orderedAt({ orderedAt: at }: PurchaseOrder) {
  return at === undefined ? {} : { ordered_at: at };
}

async function supplierOf(client: Client, { supplier: { name, website }, currency }: PurchaseOrder): Promise<string> {
  const [known] = await client.find('purchases:supplier', { name });
  if (known) return known.id;
  const [id = ''] = await client.createAll(
    'purchases:supplier',
    [{ fields: { name, website, currency } }],
    () => undefined,
  );
  return id;
}

/** Parts with the same manufacturer part number are the same. Missing parts are created. */
async function partsFor(
  client: Client,
  lines: readonly PurchaseLine[],
  progress: Progress,
): Promise<{ readonly ids: Ids; readonly created: number }> {
  const known = await client.findMany('inventory:part', { field: 'mpn', values: lines.map(({ mpn }) => mpn) });
  const missing = distinct(
    lines.filter(({ mpn }) => !known.has(mpn)),
    ({ mpn }) => mpn,
  );
  const made = await client.createAll(
    'inventory:part',
    missing.map(({ mpn, manufacturer, description }) => ({
      fields: {
        name: mpn,
        mpn,
        ...(description === '' ? {} : { description }),
        ...(manufacturer === undefined ? {} : { manufacturer }),
      },
    })),
    (done) => progress('parts', done, missing.length),
  );
  return {
    ids: new Map([...known, ...missing.map(({ mpn }, index) => [mpn, made[index] ?? ''] as const)]),
    created: made.length,
  };
}

interface Offer {
  readonly supplier: string;
  readonly currency: string;
  readonly parts: Ids;
}

function supplierPartOf(
  { sku, mpn, description, moq, qty, unitPrice }: PurchaseLine,
  { supplier, currency, parts }: Offer,
) {
  return {
    supplier,
    part: idOf(parts, mpn),
    sku,
    price_breaks: [{ min_qty: qty, unit_price: unitPrice, currency }],
    ...(description === '' ? {} : { description }),
    ...(moq === undefined ? {} : { moq }),
  };
}

function distinct<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

function idOf(ids: Ids, key: string): string {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`The order has no '${key}'.`);
  return id;
}

function totalOf(fields: Readonly<Record<string, unknown>>): string {
  const { amount = '0', currency = '' } = (fields['total'] ?? {}) as {
    readonly amount?: string;
    readonly currency?: string;
  };
  return `${amount} ${currency}`.trim();
}
