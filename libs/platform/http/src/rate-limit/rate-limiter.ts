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

/** Counts requests by key, in the memory of this process or in a store shared by several processes. */
export interface RateLimiter {
  /** Counts one request and decides whether it is allowed. */
  consume(policy: RatePolicy, key: string): RateDecision | Promise<RateDecision>;
}
