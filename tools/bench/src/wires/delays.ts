import { allRows } from '../data/all-rows.js';
import type { Api } from '../data/api.js';
import type { Workload } from '../crash/workload.js';

export interface Delays {
  readonly count: number;
  /** Achieved events per second. */
  readonly achieved: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** From the first event to the end of the last run. */
  readonly spanMs: number;
}

interface EventRow {
  readonly id: string;
  readonly occurred_at: string;
}
interface RunRow {
  readonly event_id: string;
  readonly state: string;
  readonly finished_at: string;
}

/** For each event since `from`, the time until the run of the wire `each` ended. Both times are from the program. */
export async function delaysOf(api: Api, { path, each }: Workload, from: string): Promise<Delays> {
  const events = await allRows<EventRow>(api, `${path}/event-log?name=inventory.part.created&after=${from}`);
  const occurredAt = new Map(events.map(({ id, occurred_at: at }) => [id, Date.parse(at)]));
  const runs = (await allRows<RunRow>(api, `${path}/wires/${each}/runs?state=succeeded`)).filter(({ event_id: id }) =>
    occurredAt.has(id),
  );
  if (runs.length !== events.length)
    throw new Error(`${String(events.length)} events had ${String(runs.length)} runs that succeeded.`);
  const delays = runs.map((run) => Date.parse(run.finished_at) - (occurredAt.get(run.event_id) ?? NaN));
  const sorted = delays.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  const first = Math.min(...occurredAt.values());
  const last = Math.max(...runs.map((run) => Date.parse(run.finished_at)));
  const achieved = ((runs.length - 1) / (Math.max(...occurredAt.values()) - first)) * 1_000;
  return { count: runs.length, achieved, p50Ms: at(0.5), p99Ms: at(0.99), spanMs: last - first };
}
