import type { Unit } from './plan.js';

const MM: Readonly<Record<Unit, number>> = { mm: 1, cm: 10, m: 1_000, in: 25.4, ft: 304.8 };

/** Decimal places by which each whole millimetre has a text of its own. */
const PLACES: Readonly<Record<Unit, number>> = { mm: 2, cm: 1, m: 3, in: 2, ft: 3 };

const SIGNS: Readonly<Record<string, Unit>> = { '"': 'in', '″': 'in', "'": 'ft', '′': 'ft' };
const PART = /^\s*(-?)\s*(\d+(?:[.,]\d+)?|[.,]\d+)\s*(mm|cm|m|in|ft|["″'′])?/i;

/** Whole millimetres of what a person typed: `1.2 m`, `3' 6"`, or a number in the given unit. Null if it is no length. */
export function parseLength(text: string, unit: Unit): number | null {
  let rest = text;
  let total = 0;
  let parts = 0;
  for (let match = PART.exec(rest); match; match = PART.exec(rest)) {
    const [whole, sign, digits = '', name] = match;
    const given = name === undefined ? unit : (SIGNS[name] ?? (name.toLowerCase() as Unit));
    total += (sign === '-' ? -1 : 1) * Number(digits.replace(',', '.')) * MM[given];
    parts += 1;
    rest = rest.slice(whole.length);
  }
  return parts === 0 || rest.trim() !== '' ? null : Math.round(total);
}

/** A length in a unit, without its name. */
export function formatLength(mm: number, unit: Unit): string {
  return String(Number((mm / MM[unit]).toFixed(PLACES[unit])));
}

/** A length with its unit: `1.2 m`. */
export function lengthText(mm: number, unit: Unit): string {
  return `${formatLength(mm, unit)} ${unit}`;
}
