import { validationFailed } from '@cubit/core';
import type { Part } from './part.fields.js';

export const DEFAULT_UNIT = 'pcs';

export function unitOf({ fields: { unit = DEFAULT_UNIT } }: Part): string {
  return unit;
}

/** Refuses a unit that differs from the unit of the part. */
export function assertUnit(part: Part, unit: string | undefined): void {
  if (unit === undefined || unit === unitOf(part)) return;
  const message = `Quantities of '${part.title}' are in '${unitOf(part)}'.`;
  throw validationFailed([{ path: '/input/unit', code: 'wrong_unit', message }]);
}
