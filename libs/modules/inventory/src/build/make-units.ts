import { addDecimals, subtractDecimals, type ModuleContext } from '@cubit/core';
import type { Posting } from '../stock/posting.js';
import type { Build } from './build.fields.js';
import { takeComponents } from './take-components.js';

interface Making {
  readonly build: Build;
  /** Good ones and scrap alike. */
  readonly units: number;
  readonly posting: Posting;
}

/** Takes the components of units that were made, as far as they were not taken before. */
export function makeUnits(
  context: ModuleContext,
  { build, units, posting }: Making,
): Promise<Partial<Build['fields']>> {
  const { qty_done, qty_scrapped, qty_consumed } = build.fields;
  const open = subtractDecimals(addDecimals(qty_done, qty_scrapped, units), qty_consumed);
  return takeComponents(context, { build, units: Math.max(0, open), posting, path: '/input/qty' });
}
