import { fail } from '@cubit/core';
import type { RateLimiter, RatePolicy } from '@cubit/http';

/** Counts an attempt of the key. Throws `429 rate_limited`. */
export async function countAttempt(limiter: RateLimiter | null, policy: RatePolicy, key: string): Promise<void> {
  const decision = await limiter?.consume(policy, key);
  if (!decision || decision.allowed) return;
  throw fail('rate_limited', 'Too many attempts.', {
    headers: { 'retry-after': String(Math.max(1, decision.resetS)) },
  });
}
