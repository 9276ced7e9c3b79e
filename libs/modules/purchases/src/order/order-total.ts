import type { exact } from '@cubit/core';
import { amountOf, discounted, sumOf, toCoins } from '../money/amount.js';
import type { Order } from './order.fields.js';

/** What an order of these goods comes to: less the discount, with shipping and tax. */
export function totalWith(
  { discount_pct, shipping, tax, currency = '' }: Order['fields'],
  goods: exact.Decimal,
): exact.Decimal {
  return sumOf([toCoins(discounted(goods, discount_pct), currency), amountOf(shipping), amountOf(tax)]);
}
