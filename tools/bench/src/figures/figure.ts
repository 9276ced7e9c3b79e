import type { LoadRequest } from '../load/load.js';
import type { Measured } from '../options.js';

export type Target = 'program' | 'limit';

/** What one server is sent in the rounds of a figure. */
export interface Lane {
  readonly target: Target;
  readonly next: () => LoadRequest;
}

/** One line of the table: two lanes measured in turns. */
export interface Figure {
  readonly id: Measured;
  readonly title: string;
  readonly lane: Lane;
  /** What it is held against: the limit, or the program doing something that must cost the same. */
  readonly against: Lane;
  /** Least ratio of the two rates; null: none is promised. */
  readonly bar: number | null;
  /** Both lanes answer the same rows, which is checked before they are measured. */
  readonly sameRows: boolean;
  /** Requests in flight at most; absent: as many as the run is told. */
  readonly mostConnections?: number;
  /** Greatest p95 of the lane; absent: none is promised. */
  readonly p95BarMs?: number;
}
