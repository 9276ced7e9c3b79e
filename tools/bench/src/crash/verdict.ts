import { allRows } from '../data/all-rows.js';
import type { Api } from '../data/api.js';
import type { Loaded } from './loader.js';
import { INITIAL_STOCK, type Workload } from './workload.js';

/** A rule that must hold, with the faults that were found. */
export interface Finding {
  readonly title: string;
  readonly wrong: number;
  readonly of: number;
}

interface Row {
  readonly id: string;
}
interface PartRow extends Row {
  readonly fields: { readonly on_hand: number };
}
interface RunRow extends Row {
  readonly event_id: string;
  readonly state: string;
}
interface EventRow extends Row {
  readonly payload: { readonly partId: string };
}

/** Compares the acknowledged changes with the data of the API. */
export async function judge(api: Api, workload: Workload, { parts, uses }: Loaded): Promise<readonly Finding[]> {
  const { path, depot, counter } = workload;
  const records = await allRows<PartRow>(api, `${path}/modules/inventory/records/part?fields=on_hand`);
  const stock = new Map(records.map(({ id, fields }) => [id, fields.on_hand]));
  const events = await allRows<EventRow>(api, `${path}/event-log?name=inventory.part.created`);
  const partOf = new Map(events.map(({ id, payload }) => [id, payload.partId]));
  // The parts `depot` and `counter` were created before the wires.
  const reported = events.filter(({ payload }) => payload.partId !== depot && payload.partId !== counter);
  const reportedParts = new Set(reported.map(({ payload }) => payload.partId));
  const acknowledged = new Set(parts);
  const ofParts = (title: string, isWrong: (id: string) => boolean): Finding => ({
    title,
    wrong: parts.filter(isWrong).length,
    of: parts.length,
  });
  const findings = [
    ofParts('acknowledged parts that are missing', (id) => !stock.has(id)),
    {
      title: 'parts without an event',
      wrong: [...stock.keys()].filter((id) => id !== depot && id !== counter && !acknowledged.has(id)).length,
      of: stock.size - 2,
    },
    ofParts('parts without their event', (id) => !reportedParts.has(id)),
    { title: 'events too many', wrong: reported.length - reportedParts.size, of: reported.length },
    {
      title: 'acknowledged uses lost or done twice',
      wrong: Math.abs(INITIAL_STOCK - uses - (stock.get(depot) ?? NaN)),
      of: uses,
    },
    ofParts('parts whose wire did not act exactly once', (id) => stock.get(id) !== 1),
    {
      title: 'difference between the counter and the events',
      wrong: Math.abs((stock.get(counter) ?? NaN) - reported.length),
      of: reported.length,
    },
  ];
  for (const [name, wire] of [
    ['each', workload.each],
    ['all', workload.all],
  ] as const) {
    const runs = await allRows<RunRow>(api, `${path}/wires/${wire}/runs`);
    const succeeded = new Set(runs.flatMap((run) => (run.state === 'succeeded' ? [run.event_id] : [])));
    findings.push({
      title: `events without exactly one succeeded run of the wire '${name}'`,
      wrong: reported.filter(({ id }) => !succeeded.has(id)).length + runs.length - succeeded.size,
      of: runs.filter(({ event_id: id }) => partOf.has(id)).length,
    });
  }
  return findings;
}
