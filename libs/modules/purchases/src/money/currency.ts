import { Field } from '@cubit/core';

const USUAL_PLACES = 2;
const known = new Map<string, number>();

/** ISO 4217 code. */
export const currencyCode = (description: string) => Field.text({ format: 'currency', description });

/** Decimal places of the currency: 2 for EUR, 0 for JPY, 2 for an unknown code. */
export function placesOf(currency: string): number {
  const places = known.get(currency) ?? lookUp(currency);
  known.set(currency, places);
  return places;
}

function lookUp(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? USUAL_PLACES
  );
}
