import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi, type Api } from '../data/api.js';
import { waitForIdleQueue } from '../program/wait-for-idle-queue.js';
import { freePort } from '../program/child.js';
import { startProduct } from '../program/product.js';
import { hasRedis, startRedis } from '../program/redis.js';
import { prepareWorkload, type Workload } from '../crash/workload.js';
import { delaysOf, type Delays } from './delays.js';

/** The time from an event to the end of the run of a wire on it. */
export interface WireFigure extends Delays {
  readonly engine: 'postgres' | 'redis';
  /** Events per second, at even intervals. */
  readonly rate: number;
}

/** Runs per second while more are waiting than can be done. */
export interface SustainedFigure {
  readonly engine: 'postgres' | 'redis';
  readonly runs: number;
  readonly perSecond: number;
}

export interface WireFigures {
  readonly delays: readonly WireFigure[];
  readonly sustained: readonly SustainedFigure[];
}

interface WireOptions {
  /** An empty folder for all files of the run. */
  readonly folder: string;
  /** Duration of each rate. */
  readonly seconds: number;
  readonly onProgress: (text: string) => void;
  readonly signal: AbortSignal;
}

const RATES = [1, 50, 300];
const MOST_IN_FLIGHT = 100;
const BURST = 3_000;
const BATCH = 1_000;
const SETTLE_LIMIT_MS = 120_000;

/** The program on an empty folder, with wake-ups through its own database, and through Redis if this machine has it. */
export async function measureWires(options: WireOptions): Promise<WireFigures> {
  const engines = hasRedis() ? (['postgres', 'redis'] as const) : (['postgres'] as const);
  const delays: WireFigure[] = [];
  const sustained: SustainedFigure[] = [];
  for (const engine of engines) {
    const redis = engine === 'redis' ? await runningRedis() : null;
    const dataDir = join(options.folder, `wires-${engine}`);
    await mkdir(dataDir, { mode: 0o711 });
    const env = redis === null ? {} : { REDIS_URL: redis.url };
    const program = await startProduct({ dataDir, output: join(dataDir, 'program.log'), env });
    try {
      const workload = await prepareWorkload(program.origin);
      const api = createApi(program.origin, workload.token);
      // One wire is measured; the other would do the same work again.
      await api.patch(`${workload.path}/wires/${workload.all}`, { enabled: false });
      await fire(api, workload, { rate: 50, seconds: 2 });
      for (const rate of RATES) {
        options.signal.throwIfAborted();
        options.onProgress(`measuring wires: ${String(rate)} events a second, ${engine}`);
        const from = new Date().toISOString();
        await fire(api, workload, { rate, seconds: options.seconds });
        await waitForIdleQueue(api, workload.path, SETTLE_LIMIT_MS);
        delays.push({ engine, rate, ...(await delaysOf(api, workload, from)) });
      }
      options.onProgress(`measuring wires: ${String(BURST)} at once, ${engine}`);
      const from = new Date().toISOString();
      await burst(api, workload);
      await waitForIdleQueue(api, workload.path, SETTLE_LIMIT_MS);
      const { count, spanMs } = await delaysOf(api, workload, from);
      sustained.push({ engine, runs: count, perSecond: (count / spanMs) * 1_000 });
    } finally {
      await program.stop();
      redis?.stop();
    }
  }
  return { delays, sustained };
}

async function runningRedis(): Promise<{ readonly url: string; stop(): void }> {
  const port = await freePort();
  const redis = await startRedis(port);
  return { url: `redis://127.0.0.1:${String(port)}`, stop: () => void redis.kill('SIGTERM') };
}

/**
 * Creates parts at even intervals without waiting for answers, up to a number of open requests. Beyond it, the
 * program sets the pace.
 */
async function fire(
  api: Api,
  { path }: Workload,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<void> {
  const startedAt = performance.now();
  const inFlight = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const count = Math.max(1, Math.round(rate * seconds));
  for (let index = 0; index < count && failures.length === 0; index += 1) {
    await sleep(Math.max(0, startedAt + (index / rate) * 1_000 - performance.now()));
    while (inFlight.size >= MOST_IN_FLIGHT) await Promise.race(inFlight);
    const request = api
      .post(`${path}/modules/inventory/records/part`, { fields: { name: `Part ${String(index)}` } })
      .then(
        () => undefined,
        (error: unknown) => void failures.push(error),
      )
      .finally(() => inFlight.delete(request));
    inFlight.add(request);
  }
  await Promise.all(inFlight);
  if (failures.length > 0) throw failures[0];
}

async function burst(api: Api, { path }: Workload): Promise<void> {
  const operations = Array.from({ length: BATCH }, (_, index) => ({
    op: 'create',
    fields: { name: `Burst ${String(index)}` },
  }));
  for (let made = 0; made < BURST; made += BATCH)
    await api.post(`${path}/modules/inventory/records/part/batch`, { operations });
}
