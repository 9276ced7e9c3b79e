import type { RunError } from '../tables/schema.js';
import { MAX_DEPTH } from '../settings.js';

/** Why runs are skipped. */
export const SKIPPED = {
  condition: { code: 'condition_false', message: 'The condition does not hold.' },
  noRecord: { code: 'no_record', message: 'The record expression gives no record.' },
  disabled: { code: 'wire_disabled', message: 'The wire was disabled before this ran.' },
  moduleOff: { code: 'module_disabled', message: 'The module was disabled before this ran.' },
  eventGone: { code: 'event_gone', message: 'The event is no longer kept.' },
  rateCap: {
    code: 'rate_cap',
    message: 'The wire has run more often than its rate cap allows. It does nothing until somebody resumes it.',
  },
  depth: {
    code: 'loop_depth',
    message: `The chain of causes is longer than ${MAX_DEPTH}: wires set each other off in a loop.`,
  },
  reEntry: {
    code: 're_entry',
    message: 'The run of this wire for this record follows from an earlier one: it set itself off again.',
  },
} as const satisfies Readonly<Record<string, RunError>>;
