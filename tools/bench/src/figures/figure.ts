import type { LoadRequest } from '../load/load.js';
import type { Measured } from '../options.js';

export type Target = 'program' | 'limit';

/** The requests that one server gets in the rounds of a figure. */
export interface Lane {
  readonly target: Target;
  readonly next: () => LoadRequest;
}

/** One line of the table: two lanes that are measured in turns. */
export interface Figure {
  readonly id: Measured;
  readonly title: string;
  readonly lane: Lane;
  /** The comparison: the limit, or an operation of the program that must cost the same. */
  readonly against: Lane;
  /** Minimum ratio of the two rates; null: no target. */
  readonly bar: number | null;
  /** Both lanes return the same rows, which is checked before the measurement. */
  readonly sameRows: boolean;
  /** Maximum number of requests in flight. Default: the option of the run. */
  readonly mostConnections?: number;
  /** Maximum p95 latency of the lane. Default: no target. */
  readonly p95BarMs?: number;
}
