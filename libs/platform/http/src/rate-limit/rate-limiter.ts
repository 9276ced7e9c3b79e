export interface RatePolicy {
  /** Name in `RateLimit-Policy`. */
  readonly name: string;
  /** Requests in a window. */
  readonly limit: number;
  readonly windowS: number;
}

export interface RateDecision {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetS: number;
}

/** Counts what was asked for under a key. Engines: the memory of this process, or a store that several processes share. */
export interface RateLimiter {
  /** Counts one request and tells whether it may go on. */
  consume(policy: RatePolicy, key: string): RateDecision | Promise<RateDecision>;
}
