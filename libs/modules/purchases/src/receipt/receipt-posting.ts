import type { Money } from '@cubit/decimal';
import { amountOf, costOf, discounted } from '../money/amount.js';
import type { OrderItem } from '../order-item/order-item.fields.js';

/** Idempotency key of the stock posting: `<cause kind>:<cause id>:<line>:<n>`. */
export function causeKeyOf(receiptId: string, index: number): string {
  return `purchases:receipt:${receiptId}:${index + 1}:1`;
}

/** Idempotency key of the reversal of the posting. */
export function reversalKeyOf(receiptId: string, index: number): string {
  return `purchases:receipt:${receiptId}:${index + 1}:2`;
}

/** Cost of one stock unit: the price less the discount of the line, divided by the pack quantity. Excludes shipping, tax and the discount of the order. */
export function unitCostOf({ fields }: OrderItem): Money | undefined {
  const { unit_price: price, discount_pct: discount, pack_qty: pieces } = fields;
  return price && costOf(discounted(amountOf(price), discount), pieces, price.currency);
}
