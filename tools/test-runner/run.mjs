/**
 * `npm test`: builds the program that specs start, starts one PostgreSQL, runs the tests of every project on it,
 * and prints a summary. Arguments are passed to `nx run-many`: `npm test -- --projects=@cubit/core`. With `--bare`,
 * and in CI, the specs that use external services or data run again without them.
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestPostgres } from '../../libs/testing/jest/embedded-server.mjs';
import { bundle } from '../build/bundle.mjs';
import { packageFolders } from '../build/transpile.mjs';
import { runBare } from './bare-run.mjs';
import { summarise } from './summary.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
const jest = join(root, 'node_modules/jest/bin/jest.js');
const isBareWanted = process.argv.includes('--bare') || Boolean(process.env.CI);
const extra = process.argv.slice(2).filter((argument) => argument !== '--bare');
const INTERRUPTED = 130;

let child;
let interrupted = false;
// An interrupt of the terminal reaches the child too; a plain kill does not, so it is forwarded.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    interrupted = true;
    child?.kill(signal);
  });

const projects = await selectedProjects();
for (const { results } of projects) rmSync(results, { force: true });
await timed('the program is built', bundle);
const server = process.env.TEST_DATABASE_URL
  ? undefined
  : await timed('PostgreSQL is started', () => startTestPostgres());
let exitCode;
let bare = [];
try {
  exitCode = interrupted ? INTERRUPTED : await timed('tests', runTests);
  if (isBareWanted && !interrupted) bare = await timed('tests without external services and data', runWithoutOutside);
} finally {
  await server?.stop();
}
const whole = projects.map(({ name, results }) => ({ project: name, report: read(results) }));
const { passed, failed, lines } = summarise([...whole, ...bare]);
for (const line of lines) console.log(line);
console.log(`tests: ${passed} passed, ${failed} failed`);
process.exitCode = interrupted ? INTERRUPTED : exitCode || (failed > 0 || passed === 0 ? 1 : 0);

async function timed(what, work) {
  const started = performance.now();
  const result = await work();
  console.log(`== ${what}: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  return result;
}

/** Uses an embedded PostgreSQL even if the other specs use a given one. */
async function runWithoutOutside() {
  const own = server ?? (await startTestPostgres());
  try {
    return await runBare(projects, { databaseUrl: own.url, jest, onStart: (started) => void (child = started) });
  } finally {
    if (own !== server) await own.stop();
  }
}

function runTests() {
  // The cache is for developers; in CI, every test runs.
  const cache = process.env.CI ? ['--skip-nx-cache'] : [];
  return run(['run-many', '-t', 'test', '--parallel=2', '--output-style=stream', ...cache, ...extra], {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: process.env.TEST_DATABASE_URL ?? server.url },
  });
}

/** Projects to run: all with tests, or those that the arguments select. */
async function selectedProjects() {
  const all = packageFolders().flatMap((folder) => {
    const { name, scripts = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return scripts.test === undefined ? [] : [{ name, folder, results: join(folder, 'test-results.json') }];
  });
  const selection = extra.filter((argument) => /^(--projects?|-p|--exclude)=/.test(argument));
  if (selection.length === 0) return all;
  let output = '';
  const code = await run(['show', 'projects', '--with-target=test', '--json', ...selection], {
    stdio: ['ignore', 'pipe', 'inherit'],
    read: (text) => (output += text),
  });
  if (code !== 0) process.exit(code);
  const names = new Set(JSON.parse(output));
  return all.filter(({ name }) => names.has(name));
}

function run(args, { read, ...options }) {
  return new Promise((resolve, reject) => {
    child = spawn(process.execPath, [nx, ...args], { cwd: root, ...options });
    if (read) child.stdout.setEncoding('utf8').on('data', read);
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ? INTERRUPTED : code));
  });
}

function read(results) {
  try {
    return JSON.parse(readFileSync(results, 'utf8'));
  } catch {
    return null;
  }
}
