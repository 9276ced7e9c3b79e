import { describe, expect, it } from '@jest/globals';
import { retryDelayMs } from './retry-delay.js';

const policy = { attempts: 5, baseMs: 500, maxMs: 3_000 };

describe('the delay before the next attempt', () => {
  it('doubles with each attempt, up to a limit', () => {
    expect([1, 2, 3, 4, 5].map((attempts) => retryDelayMs(policy, attempts, () => 1))).toEqual([
      500, 1_000, 2_000, 3_000, 3_000,
    ]);
  });

  it('is random between half of the full delay and the full delay', () => {
    expect([0, 0.5].map((chance) => retryDelayMs(policy, 2, () => chance))).toEqual([500, 750]);
  });
});
