import type { RunError } from '../tables/schema.js';
import { MAX_DEPTH } from '../settings.js';

/** Why runs are skipped. */
export const SKIPPED = {
  condition: { code: 'condition_false', message: 'The condition is false.' },
  noRecord: { code: 'no_record', message: 'The record expression returns no record.' },
  disabled: { code: 'wire_disabled', message: 'The wire was disabled before the run started.' },
  moduleOff: { code: 'module_disabled', message: 'The module was disabled before the run started.' },
  eventGone: { code: 'event_gone', message: 'The event has been deleted.' },
  rateCap: {
    code: 'rate_cap',
    message: 'The wire exceeded its rate cap. It does not run until it is resumed.',
  },
  depth: {
    code: 'loop_depth',
    message: `The chain of causes is longer than ${MAX_DEPTH}: wires trigger each other in a loop.`,
  },
  reEntry: {
    code: 're_entry',
    message: 'The wire triggered itself: this run is a consequence of an earlier run for the same record.',
  },
} as const satisfies Readonly<Record<string, RunError>>;
