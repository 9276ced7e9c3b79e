import type { Job, JobsOptions } from 'bullmq';
import type { WakeEngine } from './wake-queue.js';

interface Emitter {
  on(event: 'error', listener: (error: Error) => void): unknown;
}
/** The part of BullMQ's `Queue` that is used; the full type depends on the engine. */
export interface BullQueue extends Emitter {
  add(name: string, data: null, opts: JobsOptions): Promise<unknown>;
  addBulk(jobs: { readonly name: string; readonly data: null; readonly opts: JobsOptions }[]): Promise<unknown>;
  close(): Promise<void>;
}
/** The part of BullMQ's `Worker` that is used. */
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

/** The differences between the PostgreSQL and the Redis backend of BullMQ. */
export interface BullEngine {
  readonly name: WakeEngine;
  open(): Promise<void>;
  /** Closes the shared connections. Close queues and workers first. */
  close(): Promise<void>;
  /** False if publishing would wait for the engine. */
  reachable(): boolean;
  /** Rejects if the engine does not respond. */
  ping(): Promise<unknown>;
  /** Cheap: the queue uses the shared connection. */
  queue(name: string): BullQueue;
  worker(name: string, processor: BullProcessor, concurrency: number): BullWorker;
}

/** Duration of a lock. The jobs of a killed process are free after it, at the next renewal of another process. */
export const LOCK_MS = 4_000;
/** Interval of lock renewals. */
export const LOCK_RENEWAL_MS = 1_000;
/** Delay before a worker tries to reach the engine again. */
const RETRY_MS = 500;
/** Length of BullMQ's event stream, which is not used. */
export const MAX_STREAM_EVENTS = 100;

export const workerOptions = {
  lockDuration: LOCK_MS,
  // All processes share this limit. With the full renewal interval, every second check would be skipped.
  stalledInterval: LOCK_RENEWAL_MS / 2,
  // The consumer does both, because the timers of BullMQ outlive a worker that is closed while the engine is not reachable.
  skipStalledCheck: true,
  skipLockRenewal: true,
  // By default, a job fails permanently after the second killed worker.
  maxStalledCount: 1_000_000_000,
  runRetryDelay: RETRY_MS,
};
