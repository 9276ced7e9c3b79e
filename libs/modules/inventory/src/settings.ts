import { DAY_MS } from '@cubit/core';
import { Type } from 'typebox';

export const settings = Type.Object({
  allow_negative: Type.Boolean({
    default: false,
    title: 'Allow negative stock',
    description: 'Stock that is used before it was booked in goes below zero instead of being refused.',
  }),
  expiring_days: Type.Integer({
    default: 30,
    minimum: 0,
    maximum: 3_650,
    title: 'Expiry notice',
    description: 'Days before it expires that stock is told of.',
  }),
});

export function expiringMs(current: Readonly<Record<string, unknown>>): number {
  return Number(current['expiring_days']) * DAY_MS;
}

export function allowsNegative(current: Readonly<Record<string, unknown>>): boolean {
  return current['allow_negative'] === true;
}
