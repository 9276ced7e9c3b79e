import type { UiField } from '@cubit/web-client';
import { plain } from '../../app/change-fields.js';

/** Decimals are numbers in records; money stays text. An empty text empties the field. */
export function sentValue({ type }: UiField, value: unknown): unknown {
  if (value === '' || value === undefined) return null;
  const isNumber = type === 'integer' || type === 'decimal' || type === 'number';
  if (isNumber && typeof value === 'string') return Number.isNaN(Number(value)) ? value : Number(value);
  return plain(value);
}
