import type * as exact from '@cubit/decimal';
import { amountOf, discounted, sumOf, roundToCurrency } from '../money/amount.js';
import type { Order } from './order.fields.js';

/** The total of an order: goods less the discount, plus shipping and tax. */
export function orderTotal(
  { discount_pct, shipping, tax, currency = '' }: Order['fields'],
  goods: exact.Decimal,
): exact.Decimal {
  return sumOf([roundToCurrency(discounted(goods, discount_pct), currency), amountOf(shipping), amountOf(tax)]);
}
