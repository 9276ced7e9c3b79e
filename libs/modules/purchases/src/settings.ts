import { type Static, Type } from 'typebox';

export const settings = Type.Object({
  currency: Type.String({
    default: 'EUR',
    format: 'currency',
    title: 'Currency',
    description: 'Currency of orders whose supplier has no currency.',
  }),
  number_prefix: Type.String({
    default: 'PO-',
    maxLength: 20,
    title: 'Prefix of order numbers',
    description: 'Prefix of the numbers that orders get by default, for example `PO-0001`.',
  }),
});
export type Settings = Static<typeof settings>;
