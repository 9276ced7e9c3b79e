import type { Money } from '@cubit/core';
import { amountOf, costOf, discounted } from '../money/amount.js';
import type { OrderItem } from '../order-item/order-item.fields.js';

/** `<cause kind>:<cause id>:<line>:<n>`: what stock is posted under, once, whatever runs twice. */
export function causeKeyOf(receiptId: string, index: number): string {
  return `purchases:receipt:${receiptId}:${index + 1}:1`;
}

/** Under which the posting is taken back. */
export function reversalKeyOf(receiptId: string, index: number): string {
  return `purchases:receipt:${receiptId}:${index + 1}:2`;
}

/** Of one unit of stock: the price less its discount, by the pack. Shipping, tax and the discount of the order are not spread over it. */
export function unitCostOf({ fields }: OrderItem): Money | undefined {
  const { unit_price: price, discount_pct: discount, pack_qty: pieces } = fields;
  return price && costOf(discounted(amountOf(price), discount), pieces, price.currency);
}
