import { Type } from 'typebox';

const CURRENCY = 'EUR';
const PREFIX = 'PO-';

export const settings = Type.Object({
  currency: Type.String({
    default: CURRENCY,
    format: 'currency',
    title: 'Currency',
    description: 'Currency of orders whose supplier has no currency.',
  }),
  number_prefix: Type.String({
    default: PREFIX,
    maxLength: 20,
    title: 'Prefix of order numbers',
    description: 'Prefix of the numbers that orders get by default, for example `PO-0001`.',
  }),
});

type Current = Readonly<Record<string, unknown>>;

export function currencyOf(current: Current): string {
  return typeof current['currency'] === 'string' ? current['currency'] : CURRENCY;
}

export function prefixOf(current: Current): string {
  return typeof current['number_prefix'] === 'string' ? current['number_prefix'] : PREFIX;
}
