import { compact, DECIMAL_LIMIT, DECIMAL_PLACES, exact, subtractDecimals, validationFailed } from '@cubit/core';
import { amountOf, discounted, totalOf } from '../money/amount.js';
import type { Order } from '../order/order.fields.js';
import { isOpen } from '../order/order-status.js';
import { priceAt } from '../supplier-part/price-at.js';
import type { SupplierPart } from '../supplier-part/supplier-part.fields.js';
import type { LINE_STATUSES, OrderItem, OrderItemDraft } from './order-item.fields.js';

interface Source {
  readonly order: Order;
  readonly supplierPart: SupplierPart | undefined;
  /** Packs are taken from the supplier part anew. */
  readonly isRenewed: boolean;
}

/** Fields of a line with those that follow from the others. */
export function deriveItem(draft: OrderItemDraft, { order, supplierPart, isRenewed }: Source): OrderItem['fields'] {
  const { fields, operation } = draft;
  const { currency = '', status } = order.fields;
  const { qty, qty_received: received, qty_cancelled: cancelled, discount_pct: discount } = fields;
  const part = fields.part ?? supplierPart?.fields.part;
  const known = supplierPart && operation === 'create' ? priceAt(supplierPart, qty, currency) : undefined;
  const unit_price = fields.unit_price ?? known;
  const pack_qty = isRenewed ? (supplierPart?.fields.pack_qty ?? 1) : fields.pack_qty;
  const outstanding = Math.max(0, subtractDecimals(qty, received, cancelled));
  const cost = discounted(exact.multiplyDecimals(amountOf(unit_price), exact.exactly(qty)), discount);
  const stock_qty = inStock(qty, pack_qty);
  refuseTooMuch(draft, { isTooDear: !exact.isExpressible(cost), isTooMany: stock_qty > DECIMAL_LIMIT });
  return compact({
    ...fields,
    part,
    unit_price,
    currency,
    pack_qty,
    stock_qty,
    outstanding,
    on_order: isOpen(status) && part !== undefined ? inStock(outstanding, pack_qty) : 0,
    total: totalOf(cost, currency),
    status: statusOf({ received, outstanding }),
  }) as OrderItem['fields'];
}

/** Purchase units in units of stock, exactly. */
export function inStock(qty: number, packQty: number): number {
  const product = exact.multiplyDecimals(exact.exactly(qty), exact.exactly(packQty));
  return exact.decimalNumber(exact.roundDecimal(product, DECIMAL_PLACES));
}

function statusOf(line: { readonly received: number; readonly outstanding: number }): (typeof LINE_STATUSES)[number] {
  if (line.outstanding > 0) return line.received > 0 ? 'partial' : 'pending';
  return line.received > 0 ? 'received' : 'cancelled';
}

function refuseTooMuch(
  draft: OrderItemDraft,
  { isTooDear, isTooMany }: { readonly isTooDear: boolean; readonly isTooMany: boolean },
): void {
  const faults = [
    ...(isTooDear
      ? [{ path: draft.path('unit_price'), code: 'maximum', message: 'The line would cost more than can be kept.' }]
      : []),
    ...(isTooMany ? [{ path: draft.path('qty'), code: 'maximum', message: 'That is more than stock can hold.' }] : []),
  ];
  if (faults.length > 0) throw validationFailed(faults);
}
