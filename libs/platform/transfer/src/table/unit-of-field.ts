import type { ShapeField } from '@cubit/core/host';
import { DECIMAL_PLACES } from '@cubit/decimal';
import { convertQuantity, readUnit } from '@cubit/units';

interface FieldHints {
  readonly widget?: string;
  readonly unit?: unknown;
}

/** A number with the unit that a cell names. */
export interface Quantity {
  readonly value: number;
  readonly unit: string;
}

/** A quantity without its unit; a fault: the unit does not convert into that of the field. */
export type Unitless = { readonly value: number; readonly isWord?: boolean } | { readonly fault: string };

/** The unit of a field, in which its numbers are stored; null if it has none. */
function unitOfField({ schema }: Pick<ShapeField, 'schema'>): string | null {
  const { widget, unit } = (schema as { readonly 'x-ui'?: FieldHints })['x-ui'] ?? {};
  if (typeof unit === 'string') return unit;
  return widget === 'percent' || widget === 'progress' ? '%' : null;
}

/**
 * The number of a quantity in the unit of its field. A field without a unit counts: `2 dozen` is 24, and a word that is no unit of
 * measure (`2 reels`, `5 %`) is dropped.
 */
export function inUnitOfField(field: Pick<ShapeField, 'schema'>, { value, unit }: Quantity): Unitless {
  const own = unitOfField(field);
  const known = readUnit(unit);
  if (own === null && (!known || known.plain === RATIO)) return { value, isWord: true };
  const converted = convertQuantity(value, { from: unit, to: own ?? COUNT });
  if (converted !== undefined && (converted !== 0 || value === 0)) return { value: converted };
  if (converted === 0) return { fault: tooSmall({ value, unit }, own ?? COUNT) };
  const shown = `'${unit.slice(0, MAX_SHOWN)}'`;
  if (own === null) return { fault: `${shown} is a unit of measure, and the field has none.` };
  return { fault: `${shown} does not convert into '${own}', the unit of the field.` };
}

export function tooSmall({ value, unit }: Quantity, to: string): string {
  return `${value} ${unit} is less than the smallest quantity, ${SMALLEST} ${to}.`;
}

const COUNT = 'pcs';
const RATIO = '%';
const MAX_SHOWN = 50;
const SMALLEST = `0.${'1'.padStart(DECIMAL_PLACES, '0')}`;
