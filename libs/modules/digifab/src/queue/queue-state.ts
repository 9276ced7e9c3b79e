import type { PrintFile } from '../file/file.fields.js';
import type { Job } from '../job/job.fields.js';
import type { Machine } from '../machine/machine.fields.js';
import type { Pool } from '../pool/pool.fields.js';
import type { Run } from '../run/run.fields.js';
import type { Part, StockItem } from '../stock.js';

export interface QueueStock {
  readonly items: ReadonlyMap<string, StockItem>;
  readonly parts: ReadonlyMap<string, Part>;
  /** Unreserved quantity of each stock item, in the unit of its part. */
  readonly free: ReadonlyMap<string, number>;
}

/** The input of matching: a consistent view at one instant. */
export interface QueueState extends QueueStock {
  readonly now: Date;
  /** Sorted in queue order. */
  readonly jobs: readonly Job[];
  readonly machines: readonly Machine[];
  readonly files: ReadonlyMap<string, PrintFile>;
  readonly pools: readonly Pool[];
  readonly runs: ReadonlyMap<string, Run>;
  /** Machines with due maintenance that blocks the queue. */
  readonly blocked: ReadonlySet<string>;
}

/** Queue order: highest priority first, then by rank. */
export function inQueueOrder(one: Job, other: Job): number {
  const { priority: a, queue_rank: rankA = '' } = one.fields;
  const { priority: b, queue_rank: rankB = '' } = other.fields;
  if (a !== b) return b - a;
  if (rankA !== rankB) return rankA < rankB ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
