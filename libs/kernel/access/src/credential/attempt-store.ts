/** A number of attempts per time window. */
export interface AttemptLimit {
  readonly name: string;
  readonly limit: number;
  readonly windowS: number;
}

/** Counts attempts in windows shared by all processes. The rate limiter provides one; without it, attempts are not limited. */
export interface AttemptStore {
  /** Consumes one attempt of the key, if the window has one left. */
  consume(limit: AttemptLimit, key: string): Promise<{ readonly consumed: boolean; readonly endsInMs: number }>;
  /** Returns consumed attempts: `count` of them, or all if `count` equals the limit. */
  refund(limit: AttemptLimit, key: string, count: number): Promise<void>;
}
