import { validate, validationFailed } from '@cubit/core';
import type { Floorplan } from './floorplan.js';
import { floorplanWarnings, type Warning } from './floorplan-warnings.js';
import { limitFaults } from './floorplan-limits.js';
import { floorplanSchema } from './floorplan-schema.js';

export interface CheckedFloorplan {
  readonly floorplan: Floorplan;
  readonly warnings: readonly Warning[];
}

/** Returns the document with its warnings. Throws `validation_failed` with all faults, with paths below `prefix`. */
export function checkFloorplan(document: unknown, prefix = ''): CheckedFloorplan {
  const faults = validate(floorplanSchema, document, prefix);
  if (faults.length > 0) throw validationFailed(faults);
  const floorplan = document as Floorplan;
  const beyond = limitFaults(floorplan);
  if (beyond.length > 0) throw validationFailed(beyond.map((fault) => ({ ...fault, path: prefix + fault.path })));
  return { floorplan, warnings: floorplanWarnings(floorplan) };
}
