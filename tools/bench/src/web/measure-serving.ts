import { globSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median } from '../load/median.js';
import { startProduct } from '../program/product.js';
import { residentBytes } from '../program/usage.js';
import type { Reading } from '../report/results.js';

const PAGES = fileURLToPath(new URL('../../../../apps/web/dist', import.meta.url));
const STARTS = 3;
const MEGABYTE = 1_000_000;
/** After this time the work of the start is done and its garbage is collected. */
const IDLE_AFTER_MS = 3_000;

/** The memory of the program that has served every file of the app, compared with one that serves the API alone. */
export async function measureServing(parent: string): Promise<Reading> {
  const dataDir = join(parent, 'serving');
  await mkdir(dataDir);
  await chmod(dataDir, 0o711);
  const memory: Record<'on' | 'off', (number | null)[]> = { on: [], off: [] };
  // The first start creates the database.
  await idleBytes(dataDir, 'off');
  for (let start = 0; start < STARTS; start += 1)
    for (const web of ['off', 'on'] as const) memory[web].push(await idleBytes(dataDir, web));
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
  const isKnown = known(memory.on).length > 0;
  const value = isKnown ? (median(known(memory.on)) - median(known(memory.off))) / MEGABYTE : null;
  return { id: 'serving', title: 'idle memory that serving adds', value, unit: 'MB', bar: 5 };
}

async function idleBytes(dataDir: string, web: 'on' | 'off'): Promise<number | null> {
  const server = await startProduct({ dataDir, output: join(dataDir, 'program.log'), env: { WEB: web } });
  try {
    // The same requests: without pages, all are answered with 404.
    for (const file of globSync('**/*.{html,js,css,svg,woff2}', { cwd: PAGES }))
      await (await fetch(`${server.origin}/${file}`)).arrayBuffer();
    await sleep(IDLE_AFTER_MS);
    return await residentBytes(server.pid);
  } finally {
    await server.stop();
  }
}
