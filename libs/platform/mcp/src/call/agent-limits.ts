import { countUse, type RateLimiter, type RatePolicy } from '@cubit/http';

const WINDOW_S = 60;
const READS: RatePolicy = { name: 'agent-reads', limit: 600, windowS: WINDOW_S };
/** Low, because a model that repeats itself must not write a thousand records before its owner notices. */
const WRITES: RatePolicy = { name: 'agent-writes', limit: 60, windowS: WINDOW_S };

/** Limits of tool calls per token, in addition to those of requests. */
export class AgentLimits {
  readonly #limiter: () => RateLimiter | null;

  /** `limiter`: null for no limits; known when requests are answered. */
  constructor(limiter: () => RateLimiter | null) {
    this.#limiter = limiter;
  }

  /** Counts a call. Throws `429 rate_limited`. */
  async count(tokenId: string, writes: boolean): Promise<void> {
    const policy = writes ? WRITES : READS;
    const what = writes ? 'write' : 'read';
    const message = (seconds: number) => `An agent can ${what} ${policy.limit} times a minute. Retry in ${seconds} s.`;
    await countUse(this.#limiter(), { policy, key: tokenId, message });
  }
}
