import { type AnyRef, compact, type EventDefinition, type ModuleContext } from '@cubit/core';
import { addQuantities } from '@cubit/decimal';
import type { Part } from '../foreign.js';
import { orderItem } from '../order-item/order-item.kind.js';
import type { OrderItem } from '../order-item/order-item.fields.js';
import { order } from '../order/order.kind.js';
import type { Order } from '../order/order.fields.js';
import type { Settings } from '../settings.js';
import { supplier, type Supplier } from '../supplier/supplier.kind.js';
import { currencyOfPrices, priceAt, unitsFor } from '../supplier-part/price-at.js';
import type { SupplierPart } from '../supplier-part/supplier-part.fields.js';
import { chooseSupplierParts } from './choose-supplier-part.js';

/** The part and quantity to put on a draft order. */
export interface DraftLineOptions {
  readonly part: Part;
  /** In stock units. */
  readonly stockQty: number;
  /** Default: the supplier chosen for the part. */
  readonly supplierId?: string | undefined;
  readonly for?: AnyRef | undefined;
}

/**
 * Adds a quantity of a part to the open draft order of its supplier, on the existing line of the part or on a new one. Without a known
 * supplier, the draft has none. The supplier is locked, so that concurrent calls use the same draft.
 */
export async function draftLine(
  context: ModuleContext<EventDefinition, Settings>,
  wanted: DraftLineOptions,
): Promise<OrderItem> {
  const { records } = context;
  const { part, stockQty, supplierId } = wanted;
  const source = (await chooseSupplierParts(context, [part], supplierId)).get(part.id);
  const from = source?.supplier.id ?? supplierId;
  const locked = from === undefined ? undefined : (await records.lock(supplier, [from])).get(from);
  const currency =
    (source && currencyOfPrices(source.supplierPart)) ?? locked?.fields.currency ?? context.settings.currency;
  const draft = await openDraft(context, { supplierId: from, currency });
  // Not all lines of the draft: it may have thousands, each added by a run of its own.
  const [mine] = await records.find(orderItem, {
    where: { order: draft.id, part: part.id, supplier_part: source?.supplierPart.id ?? null },
    limit: 1,
  });
  const pack = source?.supplierPart ?? WITHOUT_PACK;
  if (mine) return increaseLine(context, { line: mine, stockQty, pack, supplierPart: source?.supplierPart, currency });
  return records.create(
    orderItem,
    compact({
      order: draft.id,
      part: part.id,
      supplier_part: source?.supplierPart.id,
      qty: unitsFor(pack, stockQty),
      for: wanted.for,
    }),
  );
}

type Pack = Parameters<typeof unitsFor>[0];
const WITHOUT_PACK = { fields: { pack_qty: 1 } } as Pack;

interface DraftOrderOptions {
  readonly supplierId: Supplier['id'] | undefined;
  readonly currency: string;
}

async function openDraft(context: ModuleContext, wanted: DraftOrderOptions): Promise<Order> {
  const { supplierId: supplier, currency } = wanted;
  const found = await newestDraft(context, wanted);
  if (found) return found;
  // Without a supplier to lock, concurrent calls wait for each other here: the second finds the draft of the first.
  if (supplier === undefined) await context.takeNumbers('draft_without_supplier', 1);
  return (
    (await newestDraft(context, wanted)) ??
    context.records.create(order, compact({ supplier, currency }), { path: () => '/input/supplier' })
  );
}

async function newestDraft({ records }: ModuleContext, { supplierId, currency }: DraftOrderOptions) {
  const [newest] = await records.find(order, {
    where: { supplier: supplierId ?? null, status: 'draft', currency },
    sort: '-created_at',
    limit: 1,
    lock: true,
  });
  return newest;
}

interface IncreaseOptions {
  readonly line: OrderItem;
  readonly stockQty: number;
  readonly pack: Pack;
  readonly supplierPart: SupplierPart | undefined;
  readonly currency: string;
}

/** Increases the line to whole packs of the total, at the price of the new quantity. */
function increaseLine(
  { records }: ModuleContext,
  { line, stockQty, pack, supplierPart, currency }: IncreaseOptions,
): Promise<OrderItem> {
  const qty = Math.max(line.fields.qty, unitsFor(pack, addQuantities(line.fields.stock_qty, stockQty)));
  const unit_price = supplierPart && priceAt(supplierPart, qty, currency);
  return records.update(orderItem, line.id, compact({ qty, unit_price }));
}
