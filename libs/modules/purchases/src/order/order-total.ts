import { amountOf, discounted, sumOf, toCoins } from '../money/amount.js';
import type { Order } from './order.fields.js';

type Exact = ReturnType<typeof amountOf>;

/** What an order of these goods comes to: less the discount, with shipping and tax. */
export function totalWith({ discount_pct, shipping, tax, currency = '' }: Order['fields'], goods: Exact): Exact {
  return sumOf([toCoins(discounted(goods, discount_pct), currency), amountOf(shipping), amountOf(tax)]);
}
