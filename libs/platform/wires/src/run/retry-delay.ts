import type { RetryPolicy } from '../settings.js';

/** Smallest part of the full delay. The random part keeps runs that failed together from retrying together. */
const MIN_FACTOR = 0.5;

/** Delay after the `attempts`-th attempt failed, in milliseconds. */
export function retryDelayMs({ baseMs, maxMs }: RetryPolicy, attempts: number, random: () => number): number {
  const full = Math.min(maxMs, baseMs * 2 ** (attempts - 1));
  return Math.round(full * (MIN_FACTOR + (1 - MIN_FACTOR) * random()));
}
