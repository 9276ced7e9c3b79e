import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi, type Api } from './data/api.js';
import { loadData, type LoadedData } from './data/load-data.js';
import { assertSameRows } from './figures/assert-same-rows.js';
import type { Figure } from './figures/figure.js';
import { createFigures, openApiPath } from './figures/figures.js';
import { createNativeTables } from './limit/native-tables.js';
import { startLimit } from './limit/start-limit.js';
import { measure, type FigureResult, type MeasureOptions } from './load/measure.js';
import type { BenchOptions, Measured } from './options.js';
import type { Child } from './program/child.js';
import { vacuum, withAdmin } from './program/admin.js';
import { countStatements } from './program/count-statements.js';
import { waitForIdleQueue } from './program/wait-for-idle-queue.js';
import { measureModules } from './modules/measure-modules.js';
import { measurePlan } from './plan/measure-plan.js';
import { measurePlatform } from './platform/measure-platform.js';
import { databaseLog, embeddedDatabase, postmasterPid, startProduct } from './program/product.js';
import { residentBytes } from './program/usage.js';
import { measureWires } from './wires/measure-wires.js';
import { wireReadings } from './wires/wire-readings.js';
import { measureStorage } from './storage/measure-storage.js';
import { machineLine } from './report/machine.js';
import type { Reading, Results } from './report/results.js';

export interface BenchEnvironment {
  readonly onProgress: (text: string) => void;
  /** When aborted, everything that was started is stopped. */
  readonly signal: AbortSignal;
}

const WARM_START_BAR_MS = 2_000;
const IDLE_MEMORY_BAR_MB = 150;
const USE_STATEMENTS_BAR = 15;
/** After this time the work of the start is done and its garbage is collected. */
const IDLE_AFTER_MS = 3_000;
/** Loaded rows may trigger wires; the program is idle after these have run. */
const SETTLE_LIMIT_MS = 600_000;
const WIRES_SECONDS = 10;
const MEGABYTE = 1_000_000;
/** Figures whose statements are counted. */
const COUNTED = ['read', 'list', 'create', 'use'];

/** Figures whose requests write: their WAL and HOT updates are measured as well. */
const WRITING: readonly string[] = ['create', 'use'];

/**
 * One run: starts the program on a new folder, loads it, restarts it, measures it beside the limit server, and
 * removes everything.
 */
export async function runBench(options: BenchOptions, { onProgress, signal }: BenchEnvironment): Promise<Results> {
  const machine = machineLine();
  const folder = await mkdtemp(join(tmpdir(), 'cubit-bench-'));
  const endings: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    // If root started the program, its database runs as another user, who needs access to the folder.
    await chmod(folder, 0o711);
    const program = { dataDir: folder, output: join(folder, 'program.log') };
    onProgress('starting the program on an empty folder');
    const first = await startProduct({ ...program, cpuProfile: null });
    endings.push(first.stop);
    const data = await loadData(createApi(first.origin), { ...options, onProgress });
    signal.throwIfAborted();
    onProgress('waiting for what the rows set off');
    await waitForIdleQueue(createApi(first.origin, data.token), data.workspacePath, SETTLE_LIMIT_MS);
    onProgress('vacuum and analyze');
    await vacuum(folder);
    await first.stop();

    onProgress('starting the program again');
    const server = await startProduct({ ...program, cpuProfile: options.cpuProfile });
    endings.push(server.stop);
    await sleep(IDLE_AFTER_MS);
    const idle = await residentBytes(server.pid);
    const api = createApi(server.origin, data.token);
    const document = join(folder, 'openapi.json');
    await writeFile(document, await api.text(openApiPath(data.workspacePath)));
    const database = embeddedDatabase(folder);
    const kinds = join(folder, 'kinds.json');
    const described = await createNativeTables({ api, database, workspacePath: data.workspacePath, onProgress });
    await writeFile(kinds, JSON.stringify(described));
    const limit = await startLimit({ database, document, kinds, cwd: folder, output: join(folder, 'limit.log') });
    endings.push(limit.stop);

    const measuring: MeasureOptions = {
      ...options,
      headers: { authorization: `Bearer ${data.token}` },
      servers: { program: server, limit },
      postmaster: await postmasterPid(folder),
    };
    const all = await createFigures(api, data, options.parts);
    const figures = all.filter(({ id }) => wants(options, id));
    // Before all else: a lane returns its requests in turn, and both lanes must be at the same one.
    const ofLimit = createApi(limit.origin, data.token);
    for (const figure of figures.filter(({ sameRows }) => sameRows))
      await assertSameRows(figure, (target, path) => (target === 'program' ? api : ofLimit).get(path));
    const statements = await countAll(figures, { folder, api });
    const context = { options, folder, data, measuring, onProgress, servers: { program: api, limit: ofLimit } };
    const early = [...(await storageReadings(all, context)), ...(await modulesReadings(context))];
    const results: FigureResult[] = [];
    for (const figure of figures) {
      signal.throwIfAborted();
      onProgress(`measuring: ${figure.title}`);
      results.push(await measure(figure, measuring));
    }
    const late = await planReadings(figures, context);
    const platform = await platformReadings(server.pid, context);
    await limit.stop();
    await server.stop();
    const wires = wants(options, 'wires')
      ? await measureWires({ folder, seconds: WIRES_SECONDS, onProgress, signal })
      : null;
    return {
      machine,
      data: `${options.parts} parts, ${options.stockItems} stock items, ${options.connections} connections, ${options.rounds} rounds of ${options.seconds} s of each server in turns`,
      figures: results,
      readings: [
        ...readings({ first, server, idle, statements }),
        ...early,
        ...late,
        ...platform,
        ...(wires ? wireReadings(wires) : []),
      ],
      statements,
    };
  } finally {
    for (const end of endings.reverse()) await end();
  }
}

interface Running {
  readonly options: BenchOptions;
  readonly folder: string;
  readonly data: LoadedData;
  readonly measuring: MeasureOptions;
  readonly servers: Readonly<Record<'program' | 'limit', Api>>;
  readonly onProgress: BenchEnvironment['onProgress'];
}

async function storageReadings(figures: readonly Figure[], running: Running): Promise<readonly Reading[]> {
  const { options, folder, data, servers, onProgress } = running;
  if (!wants(options, 'storage')) return [];
  const writing = figures.filter(({ id }) => WRITING.includes(id));
  return withAdmin(folder, (admin) =>
    measureStorage({ admin, workspacePath: data.workspacePath, servers, figures: writing, onProgress }),
  );
}

async function modulesReadings({ options, folder, data, servers, onProgress }: Running): Promise<readonly Reading[]> {
  if (!wants(options, 'modules')) return [];
  return measureModules({
    api: servers.program,
    data,
    statementsOf: (request) => withAdmin(folder, (admin) => countStatements(admin, databaseLog(folder), request)),
    onProgress,
  });
}

async function platformReadings(
  program: number,
  { options, data, measuring: { postmaster }, servers, onProgress }: Running,
): Promise<readonly Reading[]> {
  if (!wants(options, 'platform')) return [];
  return measurePlatform({ api: servers.program, data, pids: { program, postmaster }, onProgress });
}

async function planReadings(figures: readonly Figure[], running: Running): Promise<readonly Reading[]> {
  const { options, folder, data, measuring, servers, onProgress } = running;
  const figure = figures.find(({ id }) => id === 'plan');
  if (!figure) return [];
  const { parts } = options;
  return withAdmin(folder, (admin) =>
    measurePlan({ admin, api: servers.program, data, parts, figure, measuring, onProgress }),
  );
}

/** Whether it was selected. Without a selection, everything is. */
function wants({ only }: BenchOptions, id: Measured): boolean {
  return only.length === 0 || only.includes(id);
}

async function countAll(
  figures: readonly Figure[],
  { folder, api }: { readonly folder: string; readonly api: Api },
): Promise<Readonly<Record<string, readonly string[]>>> {
  const counted: Record<string, readonly string[]> = {};
  await withAdmin(folder, async (admin) => {
    for (const { id, lane } of figures.filter((figure) => COUNTED.includes(figure.id)))
      counted[id] = await countStatements(admin, databaseLog(folder), async () => {
        const { method, path, body } = lane.next();
        await (method === 'GET' ? api.get(path) : api.post(path, JSON.parse(body ?? 'null')));
      });
  });
  return counted;
}

interface Observed {
  readonly first: Child;
  readonly server: Child;
  readonly idle: number | null;
  readonly statements: Results['statements'];
}

function readings({ first, server, idle, statements }: Observed): readonly Reading[] {
  const memory = idle === null ? null : idle / MEGABYTE;
  return [
    {
      id: 'start-cold',
      title: 'start on an empty folder (creates its database)',
      value: first.startMs,
      unit: 'ms',
      bar: null,
    },
    {
      id: 'start-warm',
      title: 'start on the loaded folder',
      value: server.startMs,
      unit: 'ms',
      bar: WARM_START_BAR_MS,
    },
    {
      id: 'idle-memory',
      title: 'idle memory of the program itself',
      value: memory,
      unit: 'MB',
      bar: IDLE_MEMORY_BAR_MB,
    },
    ...Object.entries(statements).map(([id, texts]): Reading => ({
      id: `statements-${id}`,
      title: `SQL statements of one request: ${id}`,
      value: texts.length,
      unit: 'statements',
      bar: id === 'use' ? USE_STATEMENTS_BAR : null,
    })),
  ];
}
