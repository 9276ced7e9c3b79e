import { compact, addDecimals, type AnyRef, type ModuleContext } from '@cubit/core';
import type { Part } from '../foreign.js';
import { linesOf } from '../order-item/lines-of.js';
import { orderItem } from '../order-item/order-item.kind.js';
import type { OrderItem } from '../order-item/order-item.fields.js';
import { order } from '../order/order.kind.js';
import type { Order } from '../order/order.fields.js';
import { currencyOf } from '../settings.js';
import { supplier, type Supplier } from '../supplier/supplier.kind.js';
import { currencyOfPrices, priceAt, unitsFor } from '../supplier-part/price-at.js';
import type { SupplierPart } from '../supplier-part/supplier-part.fields.js';
import { chooseSupplierParts } from './choose-supplier-part.js';

/** What is to be ordered. */
export interface Wanted {
  readonly part: Part;
  /** In units of stock. */
  readonly stockQty: number;
  /** Default: where the part is bought. */
  readonly supplierId?: string | undefined;
  readonly for?: AnyRef | undefined;
}

/**
 * Puts so much of a part on the open draft at its supplier, onto the line that it has there already, else on a new one; with nobody to buy
 * it from, on a draft whose supplier is open. The supplier is held, so that two at once share one draft.
 */
export async function draftLine(context: ModuleContext, wanted: Wanted): Promise<OrderItem> {
  const { records } = context;
  const { part, stockQty, supplierId } = wanted;
  const source = (await chooseSupplierParts(context, [part], supplierId)).get(part.id);
  const from = source?.supplier.id ?? supplierId;
  const held = from === undefined ? undefined : (await records.lock(supplier, [from])).get(from);
  const currency =
    (source && currencyOfPrices(source.supplierPart)) ?? held?.fields.currency ?? currencyOf(context.settings);
  const draft = await openDraft(context, { supplierId: from, currency });
  const mine = (await linesOf(context, [draft.id])).find(
    ({ fields }) => fields.part === part.id && fields.supplier_part === source?.supplierPart.id,
  );
  const pack = source?.supplierPart ?? WITHOUT_PACK;
  if (mine) return raise(context, { line: mine, stockQty, pack, supplierPart: source?.supplierPart, currency });
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

interface Draft {
  readonly supplierId: Supplier['id'] | undefined;
  readonly currency: string;
}

async function openDraft({ records }: ModuleContext, { supplierId, currency }: Draft): Promise<Order> {
  const [newest] = await records.find(order, {
    where: { supplier: supplierId ?? null, status: 'draft', currency },
    sort: '-created_at',
    limit: 1,
    lock: true,
  });
  return (
    newest ?? records.create(order, compact({ supplier: supplierId, currency }), { path: () => '/input/supplier' })
  );
}

interface Raise {
  readonly line: OrderItem;
  readonly stockQty: number;
  readonly pack: Pack;
  readonly supplierPart: SupplierPart | undefined;
  readonly currency: string;
}

/** More of the same: whole packs of all of it together, at the price of that quantity. */
function raise(
  { records }: ModuleContext,
  { line, stockQty, pack, supplierPart, currency }: Raise,
): Promise<OrderItem> {
  const qty = Math.max(line.fields.qty, unitsFor(pack, addDecimals(line.fields.stock_qty, stockQty)));
  const unit_price = supplierPart && priceAt(supplierPart, qty, currency);
  return records.update(orderItem, line.id, compact({ qty, unit_price }));
}
