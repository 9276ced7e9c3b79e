import { DAY_MS } from '@cubit/core';
import { Type } from 'typebox';

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

export function expiringMs(current: Readonly<Record<string, unknown>>): number {
  return Number(current['expiring_days']) * DAY_MS;
}

export function allowsNegative(current: Readonly<Record<string, unknown>>): boolean {
  return current['allow_negative'] === true;
}
