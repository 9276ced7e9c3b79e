import type { Watch } from '../job/watch.js';
import type { Settings } from '../settings.js';

const SECOND_MS = 1_000;
/** The mean covers this many times `failure_frames` scores, so that lasting moderate scores also raise a suspicion. */
const MEAN_OVER = 3;
const MAX_IGNORED = 10;

export interface DetectorFrame {
  readonly score: number;
  readonly now: Date;
  readonly startedAt: string | undefined;
  /** The detector has decided: no further frame is needed. */
  readonly isCertain?: boolean;
}
/** Why a score was not judged. */
export const IGNORED_SCORES = ['not_printing', 'first_seconds', 'cooldown', 'suspected'] as const;
export type IgnoredScore = (typeof IGNORED_SCORES)[number];

export interface ScoreResult {
  readonly watch: Watch;
  readonly isSuspected: boolean;
  readonly ignored?: Exclude<IgnoredScore, 'not_printing'>;
}

/**
 * Adds a score. A failure is suspected after `failure_frames` consecutive scores at or above the threshold, or if the mean of recent scores,
 * weighted towards the newest, reaches it. Scores are ignored in the first seconds, during the cooldown and while a suspicion is open.
 */
export function watchScore(
  before: Watch | undefined,
  { score, now, startedAt, isCertain = false }: DetectorFrame,
  settings: Settings,
): ScoreResult {
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

/** The alerts that were ignored, the newest last: a detector that decides by itself may send no other. */
export function withIgnoredAlert(
  watch: Watch | undefined,
  { score, source, at, reason }: NonNullable<Watch['ignored']>[number],
): Watch {
  const before = watch ?? { scores: [], in_row: 0 };
  return { ...before, ignored: [...(before.ignored ?? []), { score, source, at, reason }].slice(-MAX_IGNORED) };
}

/** The state after a dismissal: scores are ignored until the cooldown ends. */
export function watchAfterDismissal(
  { now }: Pick<DetectorFrame, 'now'>,
  { failure_cooldown_s: cooldown }: Settings,
): Watch {
  return { scores: [], in_row: 0, quiet_until: new Date(now.getTime() + cooldown * SECOND_MS).toISOString() };
}

function weightedMean(scores: readonly number[]): number {
  const weights = scores.map((_, index) => index + 1);
  const sum = scores.reduce((total, score, index) => total + score * (weights[index] as number), 0);
  return sum / weights.reduce((total, weight) => total + weight, 0);
}
