import type { Backoff } from './job-definition.js';

const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;
/** The random part of a rest. */
const JITTER = 0.5;
/** 2^30 times anything is longer than the longest. */
const MOST_DOUBLINGS = 30;

/** The rest after the given number of failures. */
export function backoffMs(
  failures: number,
  { firstMs = FIRST_MS, longestMs = LONGEST_MS }: Backoff = {},
  random: () => number = Math.random,
): number {
  const wholeMs = Math.min(firstMs * 2 ** Math.min(failures - 1, MOST_DOUBLINGS), longestMs);
  return Math.round(wholeMs * (1 - JITTER * random()));
}
