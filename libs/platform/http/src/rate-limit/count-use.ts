import { fail } from '@cubit/core';
import type { RateDecision, RateLimiter, RatePolicy } from './rate-limiter.js';

export interface CountedUse {
  readonly policy: RatePolicy;
  readonly key: string;
  /** Of the refusal. `seconds`: until the next try. */
  readonly message: (seconds: number) => string;
}

/** Counts a use of something that has a limit of its own. Throws `429 rate_limited`. Null: no limit. */
export async function countUse(limiter: RateLimiter | null, { policy, key, message }: CountedUse): Promise<void> {
  const decision = await limiter?.consume(policy, key);
  if (decision && !decision.allowed) refuseUse(decision, message);
}

export function refuseUse({ resetS }: RateDecision, message: CountedUse['message']): never {
  const seconds = Math.max(1, resetS);
  throw fail('rate_limited', message(seconds), { headers: { 'retry-after': String(seconds) } });
}
