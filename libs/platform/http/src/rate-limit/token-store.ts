import type { RatePolicy } from './rate-limiter.js';

export interface Lease {
  /** Number of requests that the caller may allow before it asks again; 0 if the window is used up. */
  readonly granted: number;
  /** What the window has left for all processes. */
  readonly left: number;
  readonly endsInMs: number;
}

/** Windows shared by several processes. */
export interface TokenStore {
  /** Atomically takes up to `wanted` requests; opens a window if there is none. Rejects while the store is unavailable. */
  lease(policy: RatePolicy, key: string, wanted: number): Promise<Lease>;
  /** Returns `count` requests to the window, at most those taken. Rejects while the store is unavailable. */
  giveBack(policy: RatePolicy, key: string, count: number): Promise<void>;
}
