import type { Watch } from '../job/job.fields.js';
import type { Settings } from '../settings.js';

const SECOND_MS = 1_000;
/** So many times the frames that must agree are looked at for the mean: a doubt that lasts counts as much as one that is sure. */
const MEAN_OVER = 3;

export interface Frame {
  readonly score: number;
  readonly now: Date;
  readonly startedAt: string | undefined;
  /** The detector asks for no second look. */
  readonly isCertain?: boolean;
}
export interface Judgement {
  readonly watch: Watch;
  readonly isSuspected: boolean;
  readonly ignored?: 'first_seconds' | 'cooldown' | 'suspected';
}

/**
 * One more score of a detector. Suspected: so many in a row at the threshold or above, or the mean of the last ones, weighted towards the newest.
 * Not in the first seconds, not for a while after a dismissal, and once only until it is dismissed.
 */
export function watchScore(
  before: Watch | undefined,
  { score, now, startedAt, isCertain = false }: Frame,
  settings: Settings,
): Judgement {
  const watch = before ?? { scores: [], in_row: 0 };
  const { failure_threshold: threshold, failure_frames: frames, failure_ignore_first_s: first } = settings;
  const age = now.getTime() - Date.parse(startedAt ?? now.toISOString());
  if (age < first * SECOND_MS) return { watch, isSuspected: false, ignored: 'first_seconds' };
  if (watch.suspected_at !== undefined) return { watch, isSuspected: false, ignored: 'suspected' };
  if (watch.quiet_until !== undefined && Date.parse(watch.quiet_until) > now.getTime())
    return { watch, isSuspected: false, ignored: 'cooldown' };
  const scores = [...watch.scores, score].slice(-frames * MEAN_OVER);
  const inRow = score >= threshold ? watch.in_row + 1 : 0;
  const isSuspected =
    (isCertain && score >= threshold) ||
    inRow >= frames ||
    (scores.length === frames * MEAN_OVER && weightedMean(scores) >= threshold);
  const next = { ...watch, scores, in_row: inRow };
  return { watch: isSuspected ? { ...next, suspected_at: now.toISOString() } : next, isSuspected };
}

/** After a dismissal: armed again once the cooldown is over. */
export function rearmed({ now }: Pick<Frame, 'now'>, { failure_cooldown_s: cooldown }: Settings): Watch {
  return { scores: [], in_row: 0, quiet_until: new Date(now.getTime() + cooldown * SECOND_MS).toISOString() };
}

function weightedMean(scores: readonly number[]): number {
  const weights = scores.map((_, index) => index + 1);
  const sum = scores.reduce((total, score, index) => total + score * (weights[index] as number), 0);
  return sum / weights.reduce((total, weight) => total + weight, 0);
}
