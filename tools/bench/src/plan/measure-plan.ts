import type pg from 'pg';
import type { Api } from '../data/api.js';
import type { LoadedData } from '../data/load-data.js';
import { partFields } from '../data/part-fields.js';
import type { Figure } from '../figures/figure.js';
import { runLoad } from '../load/load.js';
import type { MeasureOptions } from '../load/measure.js';
import { startMeter } from '../load/meter.js';
import type { Reading } from '../report/results.js';

const PART_TABLE = 'record_inventory_part';
const GROWTH = 0.2;
const BATCH = 1_000;
/** Numbers of parts that nothing else has given. */
const FIRST_NUMBER = 8_000_000;
const MS_PER_SECOND = 1_000;
/** Costliest of the three states against the first. */
const FLIP_BAR = 1.2;

export interface PlanOptions {
  readonly admin: pg.Client;
  readonly api: Api;
  readonly data: LoadedData;
  readonly parts: number;
  readonly figure: Figure;
  readonly measuring: MeasureOptions;
  readonly onProgress: (text: string) => void;
}

/** What one list costs the database as its table grows, before and after PostgreSQL looks at the rows again. */
export async function measurePlan({
  admin,
  api,
  data,
  parts,
  figure,
  measuring,
  onProgress,
}: PlanOptions): Promise<readonly Reading[]> {
  // Whatever looks at the table meanwhile would end a state before it is measured.
  await admin.query(`alter table ${PART_TABLE} set (autovacuum_enabled = false)`);
  const cost = async (state: string) => {
    onProgress(`measuring: ${figure.title}, ${state}`);
    return databaseMs(figure, measuring);
  };
  const before = await cost('as loaded');
  onProgress('adding 20 % more parts');
  const added = Math.ceil(parts * GROWTH);
  for (let first = 0; first < added; first += BATCH) {
    const operations = Array.from({ length: Math.min(BATCH, added - first) }, (_, offset) => {
      const number = FIRST_NUMBER + first + offset;
      return { op: 'create', fields: partFields(number, data.categoryIds[number % data.categoryIds.length] ?? '') };
    });
    await api.post(`${data.workspacePath}/modules/inventory/records/part/batch`, { operations });
  }
  const grown = await cost('with 20 % more rows');
  await admin.query(`analyze ${PART_TABLE}`);
  const analyzed = await cost('after ANALYZE');
  await admin.query(`alter table ${PART_TABLE} reset (autovacuum_enabled)`);
  const states = [before, grown, analyzed];
  const worst = states.some((value) => value === null) ? null : Math.max(...states.map(Number)) / Number(before);
  const reading = (id: string, state: string, value: number | null): Reading => ({
    ...{ id: `plan-${id}`, title: `${figure.title}, database CPU, ${state}`, value, unit: 'ms', bar: null },
  });
  return [
    reading('before', 'as loaded', before),
    reading('grown', 'with 20 % more rows', grown),
    reading('analyzed', 'with 20 % more rows, after ANALYZE', analyzed),
    { id: 'plan-flip', title: 'the same, costliest against as loaded', value: worst, unit: 'times', bar: FLIP_BAR },
  ];
}

/** CPU time of the database for one request; null where the system does not tell. */
async function databaseMs({ lane, mostConnections = 1 }: Figure, measuring: MeasureOptions): Promise<number | null> {
  const { servers, headers, postmaster, connections, rounds, seconds } = measuring;
  const server = servers[lane.target];
  const load = {
    origin: server.origin,
    headers: { ...headers },
    connections: Math.min(connections, mostConnections),
    next: lane.next,
  };
  await runLoad({ ...load, seconds });
  const stop = await startMeter(server.pid, postmaster);
  const { requests } = await runLoad({ ...load, seconds: seconds * rounds });
  const { databaseCpuSeconds } = await stop();
  return databaseCpuSeconds === null ? null : (databaseCpuSeconds * MS_PER_SECOND) / requests;
}
