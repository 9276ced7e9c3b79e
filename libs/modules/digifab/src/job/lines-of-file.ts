import { compact } from '@cubit/core';
import type { PrintFile } from '../file/file.fields.js';
import { MAX_MATERIALS, type MaterialLine } from './job.fields.js';

/** Material lines from the estimates of a file, one per tool that uses material. */
export function linesOfFile({ fields: { est_g: estimates = [], material } }: PrintFile): MaterialLine[] {
  return estimates
    .filter(({ g }) => g > 0)
    .slice(0, MAX_MATERIALS)
    .map(({ tool, g, material: own }) =>
      compact({
        est_g: g,
        material: own ?? material,
        // A single material may come from any slot.
        slot: estimates.length > 1 ? tool : undefined,
      }),
    );
}
