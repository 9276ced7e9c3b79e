import * as exact from '@cubit/decimal';
import { compact, validationFailed } from '@cubit/core';
import { DECIMAL_LIMIT, DECIMAL_PLACES, type Money } from '@cubit/decimal';
import type { Part } from '../foreign.js';
import { amountOf, discounted, totalOf } from '../money/amount.js';
import type { Order } from '../order/order.fields.js';
import { isOpen } from '../order/order-status.js';
import { exactSizeOf, stockUnitsIn } from '../unit.js';
import { priceAt } from '../supplier-part/price-at.js';
import { exactPackOf, type SupplierPart } from '../supplier-part/supplier-part.fields.js';
import {
  inPacks,
  inPurchaseUnits,
  inStockUnits,
  type LineQuantities,
  quantitiesOf,
  type StoredQuantities,
  storedQuantities,
} from './line-quantities.js';
import type { LINE_STATUSES, OrderItem, OrderItemDraft } from './order-item.fields.js';

interface DerivationContext {
  readonly order: Order;
  readonly supplierPart: SupplierPart | undefined;
  /** The part, if the exact quantities are computed again. */
  readonly part: Part | undefined;
  /** Take the pack quantity from the supplier part again. */
  readonly isRenewed: boolean;
}

/** Fields of a line with its derived fields. */
export function deriveItem(
  draft: OrderItemDraft,
  { order, supplierPart, part: owner, isRenewed }: DerivationContext,
): OrderItem['fields'] {
  const { fields, operation } = draft;
  const { currency = '', status } = order.fields;
  const { qty, discount_pct: discount } = fields;
  const part = fields.part ?? supplierPart?.fields.part;
  const pack_qty = isRenewed ? packOf(draft, supplierPart, owner) : fields.pack_qty;
  const isStale = isRenewed || fields.exact === undefined;
  const pack = isRenewed && owner ? supplierPart && exactPackOf(supplierPart.fields, owner) : undefined;
  const stored = isStale ? currentQuantities(draft, { pack, pack_qty, owner }) : fields.exact;
  const line = quantitiesOf({ ...fields, pack_qty, ...compact({ exact: stored }) });
  const known = supplierPart && operation === 'create' ? priceOf(supplierPart, { qty, pack_qty, currency }) : undefined;
  const unit_price = fields.unit_price ?? known;
  const cost = discounted(exact.multiplyDecimals(amountOf(unit_price), exact.toDecimal(qty)), discount);
  const stock_qty = inStockUnits(line.ordered, line);
  refuseOverLimits(draft, { isTooDear: !exact.fitsMoney(cost), isTooMany: stock_qty > DECIMAL_LIMIT });
  return compact({
    ...fields,
    part,
    unit_price,
    currency,
    pack_qty,
    stock_qty,
    exact: storedQuantities(line),
    qty_received: inPurchaseUnits(line.received, line),
    qty_cancelled: inPurchaseUnits(line.cancelled, line),
    outstanding: inPurchaseUnits(line.outstanding, line),
    on_order: isOpen(status) && part !== undefined ? inStockUnits(line.outstanding, line) : 0,
    total: totalOf(cost, currency),
    status: statusOf(line),
  }) as OrderItem['fields'];
}

/** Stock units per unit of the line: its own unit, else the purchase unit of the supplier part. */
function packOf({ fields, path }: OrderItemDraft, pack: SupplierPart | undefined, owner: Part | undefined): number {
  if (fields.unit !== undefined) return stockUnitsIn(fields.unit, owner, path('unit'));
  return pack?.fields.pack_qty ?? 1;
}

interface CurrentPack {
  /** One purchase unit of the supplier part, without rounding. */
  readonly pack: exact.ExactQuantity | undefined;
  readonly pack_qty: number;
  readonly owner: Part | undefined;
}

/** The stored quantities with the current pack. A line of an earlier version has its quantities in purchase units alone. */
function currentQuantities(
  { fields }: OrderItemDraft,
  { pack: known, pack_qty, owner }: CurrentPack,
): StoredQuantities {
  const unit = exactSizeOf(owner);
  const inUnits = exact.multiplyDecimals(exact.toDecimal(pack_qty), exact.exactToDecimal(unit));
  const pack = fields.unit === undefined ? (known ?? exact.exactFromDecimal(inUnits)) : exactSizeOf(owner, fields.unit);
  if (fields.exact) return storedQuantities({ ...quantitiesOf(fields), unit, pack });
  const received = inPacks(fields.qty_received, { unit, pack });
  const cancelled = inPacks(fields.qty_cancelled, { unit, pack });
  return storedQuantities({ unit, pack, received, cancelled });
}

interface LinePrice {
  readonly qty: number;
  readonly pack_qty: number;
  readonly currency: string;
}

/** The price of the supplier part for one unit of the line. */
function priceOf(supplierPart: SupplierPart, { qty, pack_qty, currency }: LinePrice): Money | undefined {
  const packs = exact.toDecimal(supplierPart.fields.pack_qty);
  const bought = exact.divideDecimals(exact.toDecimal(toStockUnits(qty, pack_qty)), packs);
  const price = bought && priceAt(supplierPart, exact.decimalToNumber(bought), currency);
  if (!price || pack_qty === supplierPart.fields.pack_qty) return price;
  const amount = exact.divideDecimals(
    exact.multiplyDecimals(exact.toDecimal(price.amount), exact.toDecimal(pack_qty)),
    packs,
    DECIMAL_PLACES,
  );
  return amount && { amount: exact.decimalToText(amount), currency };
}

/** Converts purchase units to stock units, exactly. */
export function toStockUnits(qty: number, packQty: number): number {
  const product = exact.multiplyDecimals(exact.toDecimal(qty), exact.toDecimal(packQty));
  return exact.decimalToNumber(exact.roundDecimal(product, DECIMAL_PLACES));
}

function statusOf({ received, outstanding }: LineQuantities): (typeof LINE_STATUSES)[number] {
  if (outstanding > 0n) return received > 0n ? 'partial' : 'pending';
  return received > 0n ? 'received' : 'cancelled';
}

function refuseOverLimits(
  draft: OrderItemDraft,
  { isTooDear, isTooMany }: { readonly isTooDear: boolean; readonly isTooMany: boolean },
): void {
  const faults = [
    ...(isTooDear
      ? [
          {
            path: draft.path('unit_price'),
            code: 'maximum',
            message: 'The total of the line would exceed the limit of an amount.',
          },
        ]
      : []),
    ...(isTooMany
      ? [{ path: draft.path('qty'), code: 'maximum', message: 'The quantity in stock units would exceed the limit.' }]
      : []),
  ];
  if (faults.length > 0) throw validationFailed(faults);
}
