import type { PrintFile } from '../file/file.fields.js';
import type { Job } from '../job/job.fields.js';
import type { Machine } from '../machine/machine.fields.js';
import type { Pool } from '../pool/pool.fields.js';
import type { Run } from '../run/run.fields.js';
import type { Part, StockItem } from '../stock.js';

export interface QueueStock {
  readonly items: ReadonlyMap<string, StockItem>;
  readonly parts: ReadonlyMap<string, Part>;
  /** What of each stock item nobody has reserved, in the unit of its part. */
  readonly free: ReadonlyMap<string, number>;
}

/** Everything that matching looks at, as it is at one instant. */
export interface QueueState extends QueueStock {
  readonly now: Date;
  /** In the order of the queue. */
  readonly jobs: readonly Job[];
  readonly machines: readonly Machine[];
  readonly files: ReadonlyMap<string, PrintFile>;
  readonly pools: readonly Pool[];
  readonly runs: ReadonlyMap<string, Run>;
  /** Machines that wait for maintenance which blocks the queue. */
  readonly blocked: ReadonlySet<string>;
}

/** The queue's order: the highest priority, then the place in it. */
export function inQueueOrder(one: Job, other: Job): number {
  const { priority: a, queue_rank: rankA = '' } = one.fields;
  const { priority: b, queue_rank: rankB = '' } = other.fields;
  if (a !== b) return b - a;
  if (rankA !== rankB) return rankA < rankB ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
