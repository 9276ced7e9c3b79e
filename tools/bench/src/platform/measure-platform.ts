import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../data/api.js';
import type { LoadedData } from '../data/load-data.js';
import { partFields } from '../data/part-fields.js';
import { quantile, timed } from '../load/durations.js';
import { type Cost, startMeter } from '../load/meter.js';
import { duration, type Reading } from '../report/results.js';

const IMPORTED = 30_000;
/** Numbers of parts that were not loaded. */
const FIRST_NUMBER = 5_000_000;
const VALUES = 500;
const REQUESTS = 200;
const WARM_UP = 20;
const JOB_LIMIT_MS = 600_000;
const POLL_MS = 50;
const IMPORT_BAR = 8_000;
const EXPORT_BAR = 60_000;
const SEARCH_BAR_MS = 30;
/** Queries with many matches, few matches, a part of a number, and a misspelt word. */
const QUERIES = ['bearing', 'motor steel', '"hex long"', 'P-0000', 'resis', 'capacitro', 'AC-', 'hinge -brass'];

interface Job {
  readonly id: string;
  readonly state: string;
  readonly result: unknown;
  readonly error: unknown;
}

interface IndexedField {
  readonly index: { readonly ready: boolean; readonly job: string };
}

interface PlatformOptions {
  readonly api: Api;
  /** Process ids of the program and of its database server. */
  readonly pids: { readonly program: number; readonly postmaster: number };
  readonly data: LoadedData;
  readonly onProgress: (text: string) => void;
}

/** Measures slow operations on the loaded rows: import, export, a filter on a custom field, and search. */
export async function measurePlatform({ api, data, pids, onProgress }: PlatformOptions): Promise<readonly Reading[]> {
  const { workspacePath: path } = data;
  const parts = `${path}/modules/inventory/records/part`;
  onProgress('measuring: import');
  const field = await api.post<{ readonly id: string }>(`${path}/field-definitions`, {
    kind: 'inventory:part',
    name: 'bench_group',
    type: 'integer',
  });
  const endImport = await startMeter(pids.program, pids.postmaster);
  const importedMs = await timed(async () => {
    const job = await api.send<Job>('POST', `${parts}/import`, { text: csv(data), contentType: 'text/csv' });
    const { result } = await finished(api, path, job);
    const { created } = result as { readonly created: number };
    if (created !== IMPORTED) throw new Error(`${String(created)} of ${String(IMPORTED)} rows were imported.`);
  });
  const importCost = await endImport();
  onProgress('measuring: export');
  const endExport = await startMeter(pids.program, pids.postmaster);
  let exported = 0;
  const exportedMs = await timed(async () => {
    exported = (await api.text(`${parts}/export?format=ndjson`)).split('\n').filter((line) => line !== '').length;
  });
  const exportCost = await endExport();
  onProgress('measuring: a filter on a custom field');
  const filter = (index: number) => `${parts}?filter=${encodeURIComponent(`bench_group == ${String(index % VALUES)}`)}`;
  const p95 = (count: number, request: (index: number) => Promise<unknown>) =>
    quantile({ count, share: 0.95, warmUp: WARM_UP }, request);
  const before = await p95(REQUESTS / 4, (index) => api.get(filter(index)));
  const indexedMs = await timed(async () => {
    const { index } = await api.patch<IndexedField>(`${path}/field-definitions/${field.id}`, { indexed: true });
    await finished(api, path, { id: index.job });
    const { index: built } = await api.get<IndexedField>(`${path}/field-definitions/${field.id}`);
    if (!built.ready) throw new Error('The job is done, and the index is not ready.');
  });
  const after = await p95(REQUESTS, (index) => api.get(filter(index)));
  onProgress('measuring: search');
  const search = await p95(REQUESTS, (index) =>
    api.get(`${path}/search?q=${encodeURIComponent(QUERIES[index % QUERIES.length] ?? '')}`),
  );
  const rate = (reading: Omit<Reading, 'unit' | 'atLeast'>): Reading => ({ ...reading, unit: 'rows/s', atLeast: true });
  return [
    rate({
      id: 'import',
      title: `import of ${String(IMPORTED)} parts from CSV`,
      value: (IMPORTED / importedMs) * 1_000,
      bar: IMPORT_BAR,
    }),
    ...cpuOfRows('import', IMPORTED, importCost),
    rate({
      id: 'export',
      title: `export of ${String(exported)} parts as NDJSON`,
      value: (exported / exportedMs) * 1_000,
      bar: EXPORT_BAR,
    }),
    ...cpuOfRows('export', exported, exportCost),
    duration({
      id: 'custom-before',
      title: 'filter on a custom field, p95, without an index',
      value: before,
      bar: null,
    }),
    duration({ id: 'custom-index', title: 'making its index', value: indexedMs, bar: null }),
    duration({ id: 'custom-after', title: 'filter on a custom field, p95, with its index', value: after, bar: null }),
    duration({ id: 'search', title: 'search box, p95', value: search, bar: SEARCH_BAR_MS }),
  ];
}

/** CPU time is comparable between runs on a machine that is otherwise busy. */
function cpuOfRows(id: string, rows: number, cost: Cost): readonly Reading[] {
  const perThousand = (seconds: number | null) => (seconds === null ? null : (seconds * 1_000_000) / rows);
  const reading = (part: string, title: string, seconds: number | null) =>
    duration({ id: `${id}-cpu-${part}`, title, value: perThousand(seconds), bar: null });
  return [
    reading('program', `${id}: CPU time of the program for 1,000 rows`, cost.serverCpuSeconds),
    reading('database', `${id}: CPU time of its database for 1,000 rows`, cost.databaseCpuSeconds),
  ];
}

/** Rows with a column for the custom field. */
function csv({ categoryIds }: LoadedData): string {
  const columns = [
    'name',
    'ipn',
    'description',
    'category',
    'manufacturer',
    'mpn',
    'min_stock',
    'bench_group',
  ] as const;
  const rows = Array.from({ length: IMPORTED }, (_, index) => {
    const fields = {
      ...partFields(FIRST_NUMBER + index, categoryIds[index % categoryIds.length] ?? ''),
      bench_group: index % VALUES,
    };
    return columns.map((column) => `"${String(fields[column]).replaceAll('"', '""')}"`).join(',');
  });
  return [columns.join(','), ...rows, ''].join('\r\n');
}

async function finished(api: Api, path: string, { id }: Pick<Job, 'id'>): Promise<Job> {
  const deadline = performance.now() + JOB_LIMIT_MS;
  for (;;) {
    const job = await api.get<Job>(`${path}/jobs/${id}`);
    if (job.state === 'succeeded') return job;
    if (job.state === 'failed' || job.state === 'cancelled' || performance.now() > deadline)
      throw new Error(`The job ${id} is ${job.state}: ${JSON.stringify(job.error)}`);
    await sleep(POLL_MS);
  }
}
