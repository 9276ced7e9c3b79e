import { compact } from '@cubit/core';
import type { PrintFile } from '../file/file.fields.js';
import { MAX_MATERIALS, type MaterialLine } from './job.fields.js';

/** The materials that a file says it takes, one line per tool that takes any. */
export function linesOfFile({ fields: { est_g: estimates = [], material } }: PrintFile): MaterialLine[] {
  return estimates
    .filter(({ g }) => g > 0)
    .slice(0, MAX_MATERIALS)
    .map(({ tool, g, material: own }) =>
      compact({
        est_g: g,
        material: own ?? material,
        // A single material goes with whatever slot is loaded with it.
        slot: estimates.length > 1 ? tool : undefined,
      }),
    );
}
