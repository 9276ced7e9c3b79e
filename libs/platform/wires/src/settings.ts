import type { WakeQueue } from '@cubit/jobs';

/** How often a failed run is tried, and how long it waits before the next time: doubled each time, spread by chance. */
export interface RetryPolicy {
  readonly attempts: number;
  readonly baseMs: number;
  readonly maxMs: number;
}

export interface WiresOptions {
  /** Carries wake-ups between processes. Started and stopped by whoever made it. */
  readonly queue: WakeQueue;
  /** Whether this process runs wires. Default true; one that only answers requests places runs and leaves them to others. */
  readonly runs?: boolean;
  /** Runs at a time in this process. Default 6. */
  readonly concurrency?: number;
  /** No wire of any workspace runs: the operator's switch. Subscriptions of modules do. Default false. */
  readonly paused?: boolean;
  readonly retry?: Partial<RetryPolicy>;
  /** Runs of one wire a minute, where it has no cap of its own. Default 60,000. */
  readonly rateCap?: number;
  /** Runs of one workspace that wait on the queue at a time; the rest wait in the table, so that others get their turn. Default 64. */
  readonly turns?: number;
  /** Days that runs are kept which succeeded or were skipped; failed ones three times as long. Default 30. */
  readonly keptDays?: number;
  /** A number from 0 to below 1. Default: chance. */
  readonly random?: () => number;
}

export interface WireSettings {
  readonly runs: boolean;
  readonly concurrency: number;
  readonly paused: boolean;
  readonly retry: RetryPolicy;
  readonly rateCap: number;
  readonly turns: number;
  readonly keptDays: number;
  readonly random: () => number;
}

/** A chain of causes longer than this is stopped. */
export const MAX_DEPTH = 8;
/** Targets of one event and wire. */
export const MAX_TARGETS = 100;

const CONCURRENCY = 6;
const RETRY: RetryPolicy = { attempts: 5, baseMs: 500, maxMs: 300_000 };
const RUNS_PER_MINUTE = 60_000;
const TURNS = 64;
const KEPT_DAYS = 30;

export function wireSettings(options: WiresOptions): WireSettings {
  return {
    runs: options.runs ?? true,
    concurrency: options.concurrency ?? CONCURRENCY,
    paused: options.paused ?? false,
    retry: { ...RETRY, ...options.retry },
    rateCap: options.rateCap ?? RUNS_PER_MINUTE,
    turns: options.turns ?? TURNS,
    keptDays: options.keptDays ?? KEPT_DAYS,
    random: options.random ?? Math.random,
  };
}
