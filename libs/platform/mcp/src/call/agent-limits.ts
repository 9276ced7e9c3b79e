import { fail } from '@cubit/core';
import type { RateLimiter, RatePolicy } from '@cubit/http';

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
    const decision = await this.#limiter()?.consume(policy, tokenId);
    if (!decision || decision.allowed) return;
    const seconds = Math.max(1, decision.resetS);
    const what = writes ? 'write' : 'read';
    throw fail('rate_limited', `An agent can ${what} ${policy.limit} times a minute. Retry in ${seconds} s.`, {
      headers: { 'retry-after': String(seconds) },
    });
  }
}
