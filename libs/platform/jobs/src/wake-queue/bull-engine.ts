import type { Job, JobsOptions } from 'bullmq';
import type { WakeEngine } from './wake-queue.js';

interface Emitter {
  on(event: 'error', listener: (error: Error) => void): unknown;
}
/** What is used of BullMQ's `Queue`, whose full type differs from engine to engine. */
export interface BullQueue extends Emitter {
  add(name: string, data: null, opts: JobsOptions): Promise<unknown>;
  addBulk(jobs: { readonly name: string; readonly data: null; readonly opts: JobsOptions }[]): Promise<unknown>;
  close(): Promise<void>;
}
/** What is used of BullMQ's `Worker`. */
export interface BullWorker extends Emitter {
  pause(doNotWaitActive: boolean): Promise<void>;
  close(force: boolean): Promise<void>;
  extendJobLocks(ids: string[], tokens: string[], ms: number): Promise<unknown>;
  getBackend(): {
    moveStalledJobsToWait(): Promise<unknown>;
    disconnectBlocking(wait: boolean): Promise<unknown>;
    close(force: boolean): Promise<void>;
  };
}
export type BullProcessor = (job: Job, token: string | undefined) => Promise<void>;

/** What the engines do each in their own way. Everything else is the same BullMQ. */
export interface BullEngine {
  readonly name: WakeEngine;
  open(): Promise<void>;
  /** Closes the connections that queues and workers share; those are closed before. */
  close(): Promise<void>;
  /** False where an attempt to publish would wait for the engine to come back. */
  reachable(): boolean;
  /** Shares the engine's connection: making one is cheap. */
  queue(name: string): BullQueue;
  worker(name: string, processor: BullProcessor, concurrency: number): BullWorker;
}

/** What a killed process held is free for others after this long, and a turn of tending. */
export const LOCK_MS = 4_000;
/** How often a consumer tends what it holds. */
export const TEND_MS = 1_000;
/** Rest before the next attempt to reach an engine that is away. */
const RETRY_MS = 500;
/** Nobody reads the stream of BullMQ's own events. */
export const KEPT_EVENTS = 100;

export const workerOptions = {
  lockDuration: LOCK_MS,
  // For the same check by all processes together; as long as a turn of tending, it would skip every other turn.
  stalledInterval: TEND_MS / 2,
  // BullMQ's own timers for these outlive a worker that is closed while its engine is away: the consumer does both.
  skipStalledCheck: true,
  skipLockRenewal: true,
  // By default the second killed worker would make it fail for good.
  maxStalledCount: 1_000_000_000,
  runRetryDelay: RETRY_MS,
};
