import type { Backoff } from './job-definition.js';

const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;
/** Largest random part of a delay. */
const JITTER = 0.5;
/** Prevents overflow: with more doublings, the delay is always `longestMs`. */
const MAX_DOUBLINGS = 30;

/** Delay before the next attempt after `failures` failures, in milliseconds. */
export function backoffMs(
  failures: number,
  { firstMs = FIRST_MS, longestMs = LONGEST_MS }: Backoff = {},
  random: () => number = Math.random,
): number {
  const wholeMs = Math.min(firstMs * 2 ** Math.min(failures - 1, MAX_DOUBLINGS), longestMs);
  return Math.round(wholeMs * (1 - JITTER * random()));
}
