import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { launchChromium, measureSizes } from '@cubit/web-testing';
import { createApi } from '../data/api.js';
import { loadData } from '../data/load-data.js';
import { timed } from '../load/durations.js';
import { vacuum } from '../program/admin.js';
import { startProduct } from '../program/product.js';
import { waitForIdleQueue } from '../program/wait-for-idle-queue.js';
import type { Reading } from '../report/results.js';
import { measureHeap } from './measure-heap.js';
import { measurePaint } from './measure-paint.js';
import { measurePhoto } from './measure-photo.js';
import { measureScrolling } from './measure-scrolling.js';
import { measureServing } from './measure-serving.js';
import { measureWork } from './measure-work.js';
import type { WebBench } from './web-bench.js';

export interface WebBenchOptions {
  readonly parts: number;
  readonly onProgress: (text: string) => void;
}

export interface WebBenchResult {
  /** Version of the browser. */
  readonly browser: string;
  readonly readings: readonly Reading[];
}

const WEB_BUILD = fileURLToPath(new URL('../../../build/web.mjs', import.meta.url));
/** One stock item for so many parts. */
const PARTS_PER_STOCK_ITEM = 4;
const SETTLE_LIMIT_MS = 600_000;
const SECOND_MS = 1_000;

/** Starts the program on a new folder, loads it, measures its pages, and removes everything. */
export async function runWebBench({ parts, onProgress }: WebBenchOptions): Promise<WebBenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'cubit-bench-web-'));
  const deferred: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    // If root started the program, its database runs as another user, who needs access to the folder.
    await chmod(folder, 0o711);
    onProgress('building the web app');
    const build = await measureBuild(join(folder, 'web'));
    onProgress('memory of the program with and without pages');
    const serving = await measureServing(folder);
    onProgress('starting the program on an empty folder');
    const server = await startProduct({ dataDir: folder, output: join(folder, 'program.log') });
    deferred.push(server.stop);
    const stockItems = Math.ceil(parts / PARTS_PER_STOCK_ITEM);
    const data = await loadData(createApi(server.origin), { parts, stockItems, onProgress });
    onProgress('waiting for what the rows set off');
    const api = createApi(server.origin, data.token);
    await waitForIdleQueue(api, data.workspacePath, SETTLE_LIMIT_MS);
    await vacuum(folder);
    const browser = await launchChromium();
    deferred.push(() => browser.close());
    const bench: WebBench = { browser, api, data, origin: server.origin, onProgress };
    const readings = [
      ...measureSizes().map(({ title, size, bar }): Reading => ({ id: title, title, value: size, unit: 'KiB', bar })),
      ...(await measurePaint(bench)),
      ...(await measureScrolling(bench)),
      ...(await measureWork(bench)),
      ...(await measurePhoto(bench)),
      ...(await measureHeap(bench)),
      build,
      serving,
    ];
    return { browser: browser.version(), readings };
  } finally {
    for (const end of deferred.reverse()) await end();
  }
}

const BUILD_INTO = `const [build, folder] = process.argv.slice(1);
await (await import(build)).buildWebInto(folder);`;

/** Into a folder of its own: other programs may serve the built app. In a process of its own: the builder sets `NODE_ENV`, which programs that are started here would have too. */
async function measureBuild(into: string): Promise<Reading> {
  const args = ['--input-type=module', '--eval', BUILD_INTO, WEB_BUILD, into];
  const ms = await timed(() => promisify(execFile)(process.execPath, args));
  return { id: 'build', title: 'build of the web app', value: ms / SECOND_MS, unit: 's', bar: 20 };
}
