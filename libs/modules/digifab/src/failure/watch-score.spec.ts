import { describe, expect, it } from '@jest/globals';
import type { Watch } from '../job/watch.js';
import type { Settings } from '../settings.js';
import { watchAfterDismissal, watchScore } from './watch-score.js';

const settings: Settings = {
  failure_threshold: 0.6,
  failure_frames: 3,
  failure_ignore_first_s: 120,
  failure_cooldown_s: 600,
  failure_auto_pause: false,
  approval_required: false,
  may_print: [],
  energy_price: 0.3,
  currency: 'EUR',
  material_low_g: 50,
};
const STARTED = '2026-03-10T12:00:00.000Z';
const at = (seconds: number) => new Date(Date.parse(STARTED) + seconds * 1_000);

/** The score that raises a suspicion, with one score every ten seconds. */
function suspectedAt(scores: readonly number[], from = 200): number | null {
  let watch: Watch | undefined;
  for (const [index, score] of scores.entries()) {
    const seen = watchScore(watch, { score, now: at(from + index * 10), startedAt: STARTED }, settings);
    if (seen.isSuspected) return index;
    watch = seen.watch;
  }
  return null;
}

describe('a failure is suspected', () => {
  it('when the required number of consecutive scores reach the threshold, and not before', () => {
    expect(suspectedAt([0.6, 0.6, 0.6])).toBe(2);
    expect(suspectedAt([0.9, 0.9, 0.59, 0.9, 0.9])).toBeNull();
  });

  it('when the mean of the last scores, weighted towards the newest, reaches it', () => {
    expect(suspectedAt([0.9, 0.9, 0.5, 0.9, 0.9, 0.5, 0.9, 0.9, 0.5])).toBe(8);
    expect(suspectedAt([0.1, 0.9, 0.1, 0.9, 0.1, 0.9, 0.1, 0.9, 0.1, 0.9])).toBeNull();
  });

  it('not in the first seconds, not during the cooldown after a dismissal, and not twice', () => {
    expect(suspectedAt([0.9, 0.9, 0.9, 0.9], 0)).toBeNull();
    const quiet = watchAfterDismissal({ now: at(200) }, settings);
    const look = (watch: Watch, seconds: number) =>
      watchScore(watch, { score: 1, now: at(seconds), startedAt: STARTED, isCertain: true }, settings);
    expect(look(quiet, 799)).toMatchObject({ isSuspected: false, ignored: 'cooldown' });
    const suspected = look(quiet, 800);
    expect(suspected.isSuspected).toBe(true);
    expect(look(suspected.watch, 2_000)).toMatchObject({ isSuspected: false, ignored: 'suspected' });
  });
});
