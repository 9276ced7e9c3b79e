import type { RetryPolicy } from '../settings.js';

/** Least share of the full delay: what failed together shall not come back together. */
const LEAST_SHARE = 0.5;

/** How long to wait after the `attempts`-th attempt failed. */
export function retryDelayMs({ baseMs, maxMs }: RetryPolicy, attempts: number, random: () => number): number {
  const full = Math.min(maxMs, baseMs * 2 ** (attempts - 1));
  return Math.round(full * (LEAST_SHARE + (1 - LEAST_SHARE) * random()));
}
