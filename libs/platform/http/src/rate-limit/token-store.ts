import type { RatePolicy } from './rate-limiter.js';

export interface Lease {
  /** Requests that whoever asked may let pass without asking again: none once the window is used up. */
  readonly granted: number;
  /** What the window has left for everybody. */
  readonly left: number;
  readonly endsInMs: number;
}

/** Holds windows for several processes. */
export interface TokenStore {
  /** Takes as much as is there of what is wanted, in one step; opens a window where none is. Rejects while it is away. */
  lease(policy: RatePolicy, key: string, wanted: number): Promise<Lease>;
}
