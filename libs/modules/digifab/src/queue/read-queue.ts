import { subtractQuantities } from '@cubit/decimal';
import type { ModuleContext } from '@cubit/core';
import { fileRecord } from '../file/file.fields.js';
import { jobRecord, type Job } from '../job/job.fields.js';
import { machineRecord, type Machine } from '../machine/machine.fields.js';
import { maintenanceRecord } from '../maintenance/maintenance.fields.js';
import { poolRecord } from '../pool/pool.fields.js';
import { runRecord } from '../run/run.fields.js';
import { isUsable, OPEN_RESERVATIONS, part, reservation, stockItem, type StockItem } from '../stock.js';
import { inQueueOrder, type QueueState, type QueueStock } from './queue-state.js';

/** Upper bounds far above a workshop. Jobs beyond them are matched in a later pass. */
const MAX_JOBS = 5_000;
const MAX_MACHINES = 5_000;
const MAX_RESERVATIONS = 50_000;

/** Reads the queue and everything that matching depends on. The number of statements does not depend on the number of jobs. */
export async function readQueue({ records, now }: ModuleContext): Promise<QueueState> {
  const jobs = await records.find(jobRecord, { where: { status: 'queued' }, sort: '-priority', limit: MAX_JOBS });
  if (jobs.length === 0) return emptyQueue(now);
  const machines = await records.find(machineRecord, { limit: MAX_MACHINES });
  const files = await records.getMany(fileRecord, ids(jobs.map(({ fields }) => fields.file)));
  const runs = await records.getMany(runRecord, ids(jobs.map(({ fields }) => fields.run)));
  const pools = await records.find(poolRecord, { limit: MAX_MACHINES });
  const due = await records.find(maintenanceRecord, { where: { due: true, blocks_queue: true }, limit: MAX_MACHINES });
  return {
    now,
    jobs: jobs.toSorted(inQueueOrder),
    machines,
    files,
    runs,
    pools,
    blocked: new Set(due.flatMap(({ fields }) => fields.machine ?? [])),
    ...(await readStock(records, jobs, machines)),
  };
}

/** Reads the stock that the jobs can use on the machines. */
export async function readStock(
  records: ModuleContext['records'],
  jobs: readonly Job[],
  machines: readonly Machine[],
): Promise<QueueStock> {
  const lines = jobs.flatMap(({ fields }) => fields.materials ?? []);
  if (lines.length === 0) return { items: new Map(), parts: new Map(), free: new Map() };
  const loaded = machines.flatMap(({ fields }) => fields.loaded ?? []);
  const items = await records.getMany(stockItem, ids([...lines, ...loaded].map(({ stock_item }) => stock_item)));
  const parts = await records.getMany(
    part,
    ids([...lines.map((line) => line.part), ...[...items.values()].map(({ fields }) => fields.part)]),
  );
  const reservations = await records.find(reservation, {
    where: { part: { in: [...parts.keys()] }, status: { in: OPEN_RESERVATIONS }, stock_item: { not: null } },
    limit: MAX_RESERVATIONS,
  });
  const free = new Map([...items.values()].map((item) => [item.id, usableOf(item)]));
  for (const { fields } of reservations) {
    const item = fields.stock_item ?? '';
    const remaining = free.get(item);
    if (remaining !== undefined) free.set(item, subtractQuantities(remaining, fields.qty, -fields.consumed_qty));
  }
  return { items, parts, free };
}

function usableOf(item: StockItem): number {
  return isUsable(item) ? item.fields.qty : 0;
}

function ids(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}

function emptyQueue(now: Date): QueueState {
  const none = new Map<string, never>();
  return {
    now,
    jobs: [],
    machines: [],
    files: none,
    runs: none,
    pools: [],
    blocked: new Set(),
    items: none,
    parts: none,
    free: none,
  };
}
