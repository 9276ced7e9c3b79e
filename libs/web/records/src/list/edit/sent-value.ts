import { typeHolds } from '@cubit/web-contract';
import type { ShownField } from '../../cells/index.js';
import { plain } from '../../app/change-fields.js';

/** Decimals are numbers in records; money stays text. An empty text empties the field. */
export function sentValue({ type }: ShownField, value: unknown): unknown {
  if (value === '' || value === undefined) return null;
  if (typeHolds(type, 'number') && typeof value === 'string')
    return Number.isNaN(Number(value)) ? value : Number(value);
  return plain(value);
}
