import { addQuantities, subtractQuantities } from '@cubit/decimal';
import type { ModuleContext } from '@cubit/core';
import type { Posting } from '../stock/posting.js';
import type { Build } from './build.fields.js';
import { takeComponents } from './take-components.js';

interface MakeUnitsOptions {
  readonly build: Build;
  /** Completed or scrapped units. */
  readonly units: number;
  readonly posting: Posting;
  /** The components were used already. */
  readonly isPast: boolean;
}

/** Uses the components of completed or scrapped units, except those that were used before. */
export function makeUnits(
  context: ModuleContext,
  { build, units, posting, isPast }: MakeUnitsOptions,
): Promise<Partial<Build['fields']>> {
  const { qty_done, qty_scrapped, qty_consumed } = build.fields;
  const open = subtractQuantities(addQuantities(qty_done, qty_scrapped, units), qty_consumed);
  return takeComponents(context, { build, units: Math.max(0, open), posting, path: '/input/qty', isPast });
}
