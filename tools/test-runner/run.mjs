/**
 * `npm test`: builds what specs start, starts one PostgreSQL, runs the spec files of all projects on it, three processes
 * at a time on two cores, gives each file that failed a second look, and prints a summary.
 *
 *   npm test -- --projects=@cubit/core,@cubit/access   these projects only (Nx selects; `--exclude` too)
 *   npm test -- use.action stock/                      files whose path contains one of the texts only
 *   npm test -- --bare                                 also runs specs that use Redis or data outside of the checkout
 *                                                      without both; always done in CI
 *   npm test -- --stress                               keeps all cores busy beside the tests
 *   npm run test:long                                  all rounds of tests that repeat kills or generated requests
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { startTestPostgres } from '../../libs/testing/jest/embedded-server.mjs';
import { bundle } from '../build/bundle.mjs';
import { packageFolders, transpile } from '../build/transpile.mjs';
import { buildWeb } from '../build/web.mjs';
import { bareEnvironment } from './bare-run.mjs';
import { runJest, stopJest } from './jest-process.mjs';
import { runOnLanes } from './lanes.mjs';
import { startRecords } from './module-records.mjs';
import { plan } from './plan.mjs';
import { refusals, secondLook } from './second-look.mjs';
import { summarise } from './summary.mjs';
import { useTemporaryFolder } from './temporary-folder.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const NX = join(root, 'node_modules/nx/dist/bin/nx.js');
const RESULTS = join(root, 'test-results');
const KNOWN_FLAKY = JSON.parse(readFileSync(new URL('known-flaky.json', import.meta.url), 'utf8'));
const INTERRUPTED = 130;
const MISUSED = 2;
const MOST_LANES = 3;
/** Connections that the specs of one lane can have open at a time. */
const LANE_CONNECTIONS = 150;
/** Arbitrary requests to each module of this repository in a long run: what the tier gold asks for. */
const REQUESTS_OF_MODULE = 2_000;
/** A file that takes longer belongs into `slow-files.json`. */
const SLOW_SECONDS = 10;

const { values: options, positionals: wanted } = readArguments();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => interrupt(signal));

useTemporaryFolder();
const tasks = plan(selectedProjects(), { isBareWanted: options.bare, wanted });
const records = startRecords(tasks);
await timed('the program is built', bundle);
await timed('the web app is built', buildWeb);
const given = process.env.TEST_DATABASE_URL;
const isOwnNeeded = !given || tasks.some(({ isBare }) => isBare);
const own = isOwnNeeded ? await timed('PostgreSQL is started', startTestPostgres) : undefined;
const bare = await bareEnvironment(own?.url);
if (options.stress) keepBusy();
let runs;
let flaky;
try {
  const lanes = await lanesFor(given);
  runs = await timed(`tests, ${tasks.length} tasks on ${lanes} lanes`, () => runAll(lanes));
  ({ runs, flaky } = await timed('second look', () => secondLook(runs, (task) => runTask(task, ', a second time'))));
} finally {
  await bare.remove();
  await own?.stop();
}
const havePassed = records.finish(runs);
const isWhole = wanted.length === 0 && !options.projects && !options.exclude;
// Specs that fail fail the run anyway.
const areModulesSound = !isWhole || !havePassed || (await timed('the rules of modules', checkModules));
report();

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        projects: { type: 'string', short: 'p' },
        exclude: { type: 'string' },
        bare: { type: 'boolean', default: Boolean(process.env.CI) },
        stress: { type: 'boolean', default: false },
        long: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    console.error(
      `${error.message}\nUsage: npm test -- [--projects=NAMES] [--exclude=NAMES] [--bare] [--stress] [--long] [PART-OF-PATH ...]`,
    );
    process.exit(MISUSED);
  }
}

async function runAll(lanes) {
  const done = [];
  await runOnLanes(tasks, lanes, async (task) => void done.push({ task, ...(await runTask(task)) }));
  return done;
}

async function runTask(task, note = '') {
  const database = { TEST_DATABASE_URL: given ?? own.url };
  const environment = {
    TESTS_PREPARED: '1',
    ...(options.long && { TEST_LONG: '1' }),
    ...(task.isBare ? bare.variables : database),
    ...(!task.isBare && options.bare && { BARE_RUN_FOLLOWS: '1' }),
    ...records.environmentOf(task),
  };
  const run = await runJest({ ...task, environment });
  // All at once, because several tasks run at a time.
  console.log(`${run.output}\n== ${task.project}, ${task.files.length} files${note}: ${run.seconds.toFixed(1)} s`);
  return run;
}

function report() {
  const { passed, failed, lines } = summarise(runs);
  const refused = [
    ...refusals(flaky, KNOWN_FLAKY),
    ...(areModulesSound ? [] : ['a module breaks a rule of its tier: see above']),
  ];
  for (const { project, file, test, failure } of flaky)
    console.log(`== the first failure of ${project}: ${file}: ${test}\n${failure}`);
  writeResults();
  for (const line of lines) console.log(line);
  for (const { project, file, test } of flaky) console.log(`flaky: ${project}: ${file}: ${test}`);
  for (const line of refused) console.log(`failed: ${line}`);
  console.log(`tests: ${passed} passed, ${failed + refused.length} failed`);
  process.exitCode = failed + refused.length > 0 || passed === 0 ? 1 : 0;
}

/**
 * The rules of `cubit-module check` for the modules of this repository, from what their specs did in this run. In a long run, also
 * arbitrary requests to each: a line says how they went.
 */
async function checkModules() {
  await transpile(packageFolders());
  const script = join(root, 'tools/packaging/dist/check-modules.js');
  const { status, stdout } = spawnSync(
    process.execPath,
    [script, ...(options.long ? [`--requests=${REQUESTS_OF_MODULE}`] : [])],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (status !== 0) console.log(stdout);
  else for (const line of stdout.split('\n').filter((text) => text.includes('arbitrary requests'))) console.log(line);
  return status === 0;
}

/** Flaky tests, and files that take long, in the format of `slow-files.json`. */
function writeResults() {
  const files = runs
    .filter(({ task }) => !task.isBare)
    .flatMap(({ report }) => report?.testResults ?? [])
    .map(({ name, startTime, endTime }) => [relative(root, name), Math.round((endTime - startTime) / 1_000)])
    .filter(([, seconds]) => seconds >= SLOW_SECONDS)
    .sort(([, a], [, b]) => b - a);
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, 'flaky.json'), `${JSON.stringify(flaky, null, 2)}\n`);
  writeFileSync(join(RESULTS, 'slow-files.json'), `${JSON.stringify(Object.fromEntries(files), null, 2)}\n`);
  for (const [name, seconds] of files) console.log(`slow: ${seconds} s: ${name}`);
}

async function timed(what, work) {
  const started = performance.now();
  const result = await work();
  console.log(`== ${what}: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  return result;
}

/** One more than there are cores, and no more than a given database has connections for. */
async function lanesFor(url) {
  const lanes = Math.min(MOST_LANES, availableParallelism() + 1);
  if (!url) return lanes;
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query('show max_connections');
    const enough = Math.floor(Number(rows[0].max_connections) / LANE_CONNECTIONS);
    return Math.max(1, Math.min(lanes, enough));
  } finally {
    await client.end();
  }
}

/** Projects with tests: all, or those that the arguments select. */
function selectedProjects() {
  const all = packageFolders().flatMap((folder) => {
    const { name, scripts = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return scripts.test === undefined ? [] : [{ name, folder }];
  });
  const selection = ['projects', 'exclude'].flatMap((name) => (options[name] ? [`--${name}=${options[name]}`] : []));
  if (selection.length === 0) return all;
  const { status, stdout } = spawnSync(
    process.execPath,
    [NX, 'show', 'projects', '--with-target=test', '--json', ...selection],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (status !== 0) process.exit(1);
  const names = new Set(JSON.parse(stdout));
  return all.filter(({ name }) => names.has(name));
}

/** An endless loop on each core, in threads, which end with this process. */
function keepBusy() {
  for (let core = 0; core < availableParallelism(); core += 1) new Worker('for (;;);', { eval: true }).unref();
}

/** PostgreSQL ends with this process. */
function interrupt(signal) {
  for (const printed of stopJest(signal)) console.log(printed);
  console.log(`interrupted by ${signal}`);
  process.exit(INTERRUPTED);
}
