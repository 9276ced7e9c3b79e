/**
 * `npm run bench:authors`: measures what the author of a module waits for, with the packed packages in an empty folder, and prints
 * each figure beside its bar. A missed bar is no error, because times depend on the machine.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Author } from './fixtures/author.js';
import { startLocalRegistry } from './fixtures/local-registry.js';
import { packPackages } from './pack-packages.js';

const SAVES = 20;
const IMPORTS = 5;
const POLL_MS = 10;
const PORT = '3999';
const ADDRESS = `http://localhost:${PORT}`;
const KB = 1_000;
const IMPORT = `const start = performance.now(); await import('@cubit/core'); console.log(performance.now() - start);`;

const folder = await mkdtemp(join(tmpdir(), 'cubit-bench-authors-'));
const project = join(folder, 'cubit-module-laser');
const archives = await packPackages();
const registry = await startLocalRegistry(archives);
const author = new Author({ registry: registry.url, home: folder });
try {
  await measureContract(archives.find((archive) => archive.includes('/cubit-core-')) ?? '');
  let machine = await measured(() => author.do('npm create cubit-module@latest laser -- --yes', folder));
  await measureImport();
  machine += await measureLoop();
  machine += await measureSpecs();
  machine += await measured(() => author.do('npm run check', project));
  machine += await measured(() => author.do('npm pack', project));
  report('commands 1 to 5, s', seconds(machine), 120);
} finally {
  await registry.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

function report(figure: string, value: number, bar: number): void {
  const verdict = value <= bar ? 'ok' : 'MISSED';
  process.stdout.write(
    `${figure.padEnd(44)} ${String(value).padStart(8)}   bar ${String(bar).padStart(6)}   ${verdict}\n`,
  );
}

async function measured(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function seconds(ms: number): number {
  return Math.round(ms / 10) / 100;
}

/** The value that a share of the others is not above. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? NaN;
}

async function measureContract(archive: string): Promise<void> {
  const files = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).trim().split('\n');
  report('@cubit/core packed, kB', Math.ceil((await stat(archive)).size / KB), 100);
  report('@cubit/core, files', files.length, 90);
}

async function measureImport(): Promise<void> {
  await writeFile(join(project, 'import.mjs'), IMPORT);
  const times: number[] = [];
  for (let index = 0; index < IMPORTS; index += 1) times.push(Number(await author.do('node import.mjs', project)));
  await rm(join(project, 'import.mjs'));
  report('@cubit/core, import, ms (median)', Math.round(percentile(times, 0.5)), 150);
}

/** Returns the time until the loop answers first, in ms. */
async function measureLoop(): Promise<number> {
  const startedAt = performance.now();
  const loop = author.start('npm run dev', project, { PORT });
  try {
    await loop.says(/docs: .*/);
    const first = performance.now() - startedAt;
    report('npm run dev to its first answer, s', seconds(first), 20);
    const token = (await readFile(join(project, '.cubit/dev-token'), 'utf8')).trim();
    const times: number[] = [];
    for (let goal = 11; goal <= 10 + SAVES; goal += 1) times.push(await timeOfSave(goal, token));
    report(`save to first answer, s (p95 of ${SAVES})`, seconds(percentile(times, 0.95)), 2.5);
    return first;
  } finally {
    await loop.stop();
  }
}

/** Saves another default of the setting, and asks until an answer has it. */
async function timeOfSave(goal: number, token: string): Promise<number> {
  const file = join(project, 'src/settings.ts');
  const text = (await readFile(file, 'utf8')).replace(/default: \d+/, `default: ${goal}`);
  const startedAt = performance.now();
  await writeFile(file, text);
  for (;;) {
    if ((await goalOf(token)) === goal) return performance.now() - startedAt;
    await sleep(POLL_MS);
  }
}

/** Undefined while the program restarts. */
async function goalOf(token: string): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(`${ADDRESS}/api/v1/orgs/dev/modules/laser/status`, { headers }).catch(() => undefined);
  if (!reply?.ok) return undefined;
  const body = (await reply.json().catch(() => ({}))) as { readonly left?: number; readonly done?: number };
  return body.left === undefined ? undefined : body.left + (body.done ?? 0);
}

/** Returns the time of the first run of all specs, in ms. */
async function measureSpecs(): Promise<number> {
  await author.do(`sed -i 's/default: [0-9]*/default: 5/' src/settings.ts`, project);
  const cold = await measured(() => author.do('npm test', project));
  const warm = await measured(() => author.do('npm test', project));
  report('npm test, cold, s', seconds(cold), 10);
  report('npm test, warm, s', seconds(warm), 2);
  return cold;
}
