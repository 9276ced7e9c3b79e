/** Number of attempts of a failing run, and the delay between them: it doubles with each attempt and has a random part. */
export interface RetryPolicy {
  readonly attempts: number;
  readonly baseMs: number;
  readonly maxMs: number;
}

export interface WiresOptions {
  /** Whether this process executes runs. Default true. With false, it only creates runs for other processes. */
  readonly runs?: boolean;
  /** Maximum number of concurrent turns in this process, each of which executes runs of one workspace. Default 6. */
  readonly concurrency?: number;
  /** Pauses the wires of all workspaces. Subscriptions of modules still run. Default false. */
  readonly paused?: boolean;
  readonly retry?: Partial<RetryPolicy>;
  /** Runs per minute for wires without their own `rate_cap`. Default 60,000. */
  readonly rateCap?: number;
  /** Retention of succeeded and skipped runs in days; failed runs are kept three times as long. Default 30. */
  readonly keptDays?: number;
  /** Returns a number from 0 to below 1. Default `Math.random`. */
  readonly random?: () => number;
}

export interface WireSettings {
  readonly runs: boolean;
  readonly concurrency: number;
  readonly paused: boolean;
  readonly retry: RetryPolicy;
  readonly rateCap: number;
  readonly keptDays: number;
  readonly random: () => number;
}

/** Maximum length of a chain of causes. */
export const MAX_DEPTH = 8;
/** Maximum number of targets of a wire for one event. */
export const MAX_TARGETS = 100;

/** Maximum number of runs in one transaction. */
export const MAX_BATCH = 20;

const CONCURRENCY = 6;
const RETRY: RetryPolicy = { attempts: 5, baseMs: 500, maxMs: 300_000 };
const RUNS_PER_MINUTE = 60_000;
const KEPT_DAYS = 30;

export function wireSettings(options: WiresOptions): WireSettings {
  return {
    runs: options.runs ?? true,
    concurrency: options.concurrency ?? CONCURRENCY,
    paused: options.paused ?? false,
    retry: { ...RETRY, ...options.retry },
    rateCap: options.rateCap ?? RUNS_PER_MINUTE,
    keptDays: options.keptDays ?? KEPT_DAYS,
    random: options.random ?? Math.random,
  };
}
