import { Type } from 'typebox';

export const settings = Type.Object({
  allow_negative: Type.Boolean({
    default: false,
    title: 'Allow negative stock',
    description: 'Stock that is used before it was booked in goes below zero instead of being refused.',
  }),
});

export function allowsNegative(current: Readonly<Record<string, unknown>>): boolean {
  return current['allow_negative'] === true;
}
