import { decimalToText, exactToDecimal, exactToText, type Money, multiplyDecimals } from '@cubit/decimal';
import { amountOf, costOf, discounted } from '../money/amount.js';
import { quantitiesOf } from '../order-item/line-quantities.js';
import type { OrderItem } from '../order-item/order-item.fields.js';

/** Idempotency key of the stock posting: `<cause kind>:<cause id>:<line>:<n>`. */
export function causeKeyOf(receiptId: string, index: number): string {
  return `purchases:receipt:${receiptId}:${index + 1}:1`;
}

/** Idempotency key of the reversal of the posting. */
export function reversalKeyOf(receiptId: string, index: number): string {
  return `purchases:receipt:${receiptId}:${index + 1}:2`;
}

/** The cost of one stock unit, and the price of a pack that it was divided from. */
export interface UnitCost extends Money {
  readonly paid?: { readonly amount: string; readonly qty: string };
}

/** Cost of one stock unit: the price less the discount of the line, divided by the pack quantity. Excludes shipping, tax and the discount of the order. */
export function unitCostOf({ fields }: OrderItem): UnitCost | undefined {
  const { unit_price: price, discount_pct: discount } = fields;
  if (!price) return undefined;
  const { unit, pack } = quantitiesOf(fields);
  const amount = discounted(amountOf(price), discount);
  const each = costOf(multiplyDecimals(amount, exactToDecimal(unit)), exactToDecimal(pack), price.currency);
  return { ...each, paid: { amount: decimalToText(amount), qty: exactToText(pack) } };
}
