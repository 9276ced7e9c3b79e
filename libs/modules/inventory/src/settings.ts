import { DAY_MS } from '@cubit/core';
import { type Static, Type } from 'typebox';

export const settings = Type.Object({
  allow_negative: Type.Boolean({
    default: false,
    title: 'Allow negative stock',
    description: 'Allow stock to go below zero, so that it can be used before its receipt is recorded.',
  }),
  expiring_days: Type.Integer({
    default: 30,
    minimum: 0,
    maximum: 3_650,
    title: 'Expiry notice',
    description: 'How many days before stock expires `inventory.stock.expiring` is emitted.',
  }),
});
export type Settings = Static<typeof settings>;

export function expiringMs({ expiring_days: days }: Settings): number {
  return days * DAY_MS;
}
