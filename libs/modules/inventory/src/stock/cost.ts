import * as exact from '@cubit/decimal';
import type { ExactQuantity, Money } from '@cubit/decimal';
import { Type, type Static } from 'typebox';
import { exactOfPart, type MeasuredPart, sizeOfPart } from '../part/unit.js';

const DECIMAL = String.raw`^-?\d{1,30}(\.\d{1,30})?$`;
// Without a lookahead: not all programs that read the schema know them.
const POSITIVE = String.raw`^(\d{0,29}[1-9]\d{0,29}(\.\d{1,30})?|\d{1,30}\.\d{0,29}[1-9]\d{0,29})$`;

const amount = Type.String({ title: 'Amount', pattern: DECIMAL, maxLength: 64 });
const paidQty = Type.String({
  title: 'Quantity',
  pattern: POSITIVE,
  maxLength: 64,
  description: 'Without rounding, in the plain unit: `g`, `m`, `l`, `pcs`.',
});

/** What was paid and for how much. The cost of one unit is their quotient, which is computed last. */
export const cost = Type.Object(
  { amount, currency: Type.String({ title: 'Currency' }), qty: paidQty },
  { title: 'Paid', additionalProperties: false },
);
export type Cost = Static<typeof cost>;

/** The cost of one unit, and what it was divided from. */
export interface PaidMoney extends Money {
  readonly paid?: { readonly amount: string; readonly qty: string };
}

export function paidMoney(options: { readonly title: string; readonly description: string }) {
  return Type.Unsafe<PaidMoney>({
    ...options,
    type: 'object',
    properties: {
      amount: { type: 'string', pattern: String.raw`^-?\d{1,15}(\.\d{1,6})?$`, examples: ['12.3400'] },
      currency: { type: 'string', format: 'currency', examples: ['EUR'] },
      paid: {
        type: 'object',
        title: 'Paid',
        description: 'What was paid and for how much.',
        properties: { amount, qty: paidQty },
        required: ['amount', 'qty'],
        additionalProperties: false,
        'x-ui': { hidden: true },
      },
    },
    required: ['amount', 'currency'],
    additionalProperties: false,
    'x-type': 'money',
  });
}

/** The cost of a quantity that has the given price. */
export function costOf({ amount: price, currency }: Money, qty: ExactQuantity): Cost {
  return { amount: exact.decimalToText(exact.toDecimal(price)), currency, qty: exact.exactToText(qty) };
}

/** The cost from the rounded cost of one unit of the part: of what was paid, as long as that is what it was divided from. */
export function costFrom(part: MeasuredPart, { paid, ...each }: PaidMoney, unit?: ExactQuantity): Cost {
  const whole = paid && { ...paid, currency: each.currency };
  return whole && isUnitCost(part, whole, each) ? whole : costOf(each, unit ?? exactOfPart(part, 1));
}

/** The cost of one unit of the part. */
export function unitCostOf(part: MeasuredPart, { amount: paid, currency, qty }: Cost): Money {
  const whole = exact.multiplyDecimals(exact.toDecimal(paid), sizeOfPart(part));
  return exact.toMoney(exact.divideDecimals(whole, exact.toDecimal(qty), exact.DECIMAL_PLACES) ?? exact.ZERO, currency);
}

/** Whether the amount is the cost of one unit. */
export function isUnitCost(part: MeasuredPart, paid: Cost, each: Money): boolean {
  const shown = unitCostOf(part, paid);
  const isSame = exact.compareDecimals(exact.toDecimal(shown.amount), exact.toDecimal(each.amount)) === 0;
  return isSame && shown.currency === each.currency;
}

/** Whether the costs of one unit are the same, without rounding. */
export function isSameCost(one: Cost | undefined, other: Cost | undefined): boolean {
  if (!one || !other) return one === other;
  const product = (amount: string, qty: string) =>
    exact.multiplyDecimals(exact.toDecimal(amount), exact.toDecimal(qty));
  const [left, right] = [product(one.amount, other.qty), product(other.amount, one.qty)];
  return one.currency === other.currency && exact.compareDecimals(left, right) === 0;
}
