import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, watch, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

interface Task {
  readonly project: string;
  readonly folder: string;
  readonly files: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}
interface Run {
  readonly task: Task;
  readonly report: { readonly numPassedTests: number; readonly numFailedTests: number } | null;
  readonly crash?: number | string;
}
interface Flaky {
  readonly project: string;
  readonly file: string;
  readonly test: string;
  readonly failure: string;
}

// Untyped scripts, imported by paths that are known only at run time.
const load = (file: string): Promise<unknown> => import(new URL(`../../test-runner/${file}`, import.meta.url).href);
const { runJest, stopJest } = (await load('jest-process.mjs')) as {
  runJest(task: Task): Promise<Omit<Run, 'task'>>;
  stopJest(signal: string): readonly string[];
};
const { secondLook, refusals, MOST_FLAKY } = (await load('second-look.mjs')) as {
  secondLook(
    runs: readonly Run[],
    runAlone: (task: Task) => Promise<Omit<Run, 'task'>>,
  ): Promise<{ readonly runs: readonly Run[]; readonly flaky: readonly Flaky[] }>;
  refusals(flaky: readonly Omit<Flaky, 'failure'>[], known: readonly unknown[]): readonly string[];
  readonly MOST_FLAKY: number;
};
const { summarise } = (await load('summary.mjs')) as {
  summarise(runs: readonly Run[]): {
    readonly passed: number;
    readonly failed: number;
    readonly lines: readonly string[];
  };
};
const { runOnLanes } = (await load('lanes.mjs')) as {
  runOnLanes<Item>(tasks: readonly Item[], lanes: number, work: (task: Item) => Promise<void>): Promise<void>;
};
const { plan } = (await load('plan.mjs')) as {
  plan(
    projects: readonly { readonly name: string; readonly folder: string }[],
    options: { readonly isBareWanted: boolean; readonly wanted?: readonly string[] },
  ): readonly (Task & { readonly kind: string; readonly isBare: boolean; readonly seconds: number })[];
};
interface Records {
  environmentOf(task: object): Readonly<Record<string, string>>;
  finish(runs: readonly object[]): boolean;
}
const { startRecords, resultOf } = (await load('module-records.mjs')) as {
  startRecords(tasks: readonly object[], root: string): Records;
  resultOf(name: string, root: string): { readonly passed: boolean; readonly record: string } | null;
};
const known = JSON.parse(
  readFileSync(new URL('../../test-runner/known-flaky.json', import.meta.url), 'utf8'),
) as readonly unknown[];

let folder: string;
const FILES = {
  'package.json': '{ "type": "module" }',
  'jest.config.mjs': 'export default { testMatch: ["**/*.spec.js"], transform: {} };',
  'good.spec.js': 'it("holds", () => {});',
  'bad.spec.js': 'it("never holds", () => { expect(1).toBe(2); });',
  // Fails in the first process that runs it, and in no other.
  'chance.spec.js': `
    import { existsSync, writeFileSync } from 'node:fs';
    const first = !existsSync('seen');
    writeFileSync('seen', '');
    it("holds most of the time", () => { if (first) throw new Error("not this time"); });`,
  'crash.spec.js': 'it("ends the process", () => { process.kill(process.pid, "SIGKILL"); });',
  // Starts a program that does not end by itself.
  'program.spec.js': `
    import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    it("waits for its program", async () => {
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio: 'inherit' });
      writeFileSync('started', '');
      if (process.env.CRASH) process.kill(process.pid, "SIGKILL");
      await new Promise(() => {});
    });`,
};
const task = (...files: string[]): Task => ({ project: 'made', folder, files });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cubit-runner-'));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a run with a second look', () => {
  it('counts a file that then passes as passed, and names it; a file that fails again has failed', async () => {
    const all = task('good.spec.js', 'bad.spec.js', 'chance.spec.js');
    const first: Run = { task: all, ...(await runJest(all)) };
    expect(first.report).toMatchObject({ numPassedTests: 1, numFailedTests: 2 });

    const alone: Task[] = [];
    const { runs, flaky } = await secondLook([first], (one) => {
      alone.push(one);
      return runJest(one);
    });
    expect(alone.map(({ files }) => files).sort()).toEqual([['bad.spec.js'], ['chance.spec.js']]);
    expect(flaky).toEqual([
      {
        project: 'made',
        file: 'chance.spec.js',
        test: 'holds most of the time',
        failure: expect.stringContaining('not this time'),
      },
    ]);
    expect(summarise(runs)).toEqual({ passed: 2, failed: 1, lines: ['failed: made: never holds'] });
  });

  it('does not excuse a process without results, nor a second process that crashes', async () => {
    const crashing = task('crash.spec.js');
    const first: Run = { task: crashing, ...(await runJest(crashing)) };
    const { runs, flaky } = await secondLook([first], runJest);
    expect(flaky).toEqual([]);
    expect(summarise(runs)).toEqual({
      passed: 0,
      failed: 1,
      lines: ['no results: made: crash.spec.js (the process ended with SIGKILL)'],
    });

    const bad = task('bad.spec.js');
    const failed: Run = { task: bad, ...(await runJest(bad)) };
    const after = await secondLook([failed], async () => ({
      ...(await runJest(task('good.spec.js'))),
      crash: 'SIGKILL',
    }));
    expect(after.flaky).toEqual([]);
    expect(summarise(after.runs).failed).toBe(1);
  });
});

describe('the programs that specs have started', () => {
  // They hold the output of the process open, so a run that has ended shows that they have.
  it('end with an interrupted run', async () => {
    const isStarted = created('started');
    const run = runJest(task('program.spec.js'));
    await isStarted;
    stopJest('SIGTERM');
    expect(await run).toMatchObject({ report: null, crash: 'SIGTERM' });
  });

  it('end with a process that crashes', async () => {
    const run = await runJest({ ...task('program.spec.js'), environment: { CRASH: '1' } });
    expect(run).toMatchObject({ report: null, crash: 'SIGKILL' });
  });
});

/** Ends when the file is created in the folder. */
async function created(file: string): Promise<void> {
  for await (const { filename } of watch(folder)) if (filename === file) return;
}

describe('the folder for temporary files', () => {
  const script = new URL('../../test-runner/temporary-folder.mjs', import.meta.url).href;
  /** Runs a process that prints its folder for temporary files, after it has written a file there. */
  async function folderOf(options: object) {
    const text = `
      import { useTemporaryFolder } from ${JSON.stringify(script)};
      import { existsSync, statSync, writeFileSync } from 'node:fs';
      import { tmpdir } from 'node:os';
      const folder = useTemporaryFolder(${JSON.stringify(options)});
      writeFileSync(folder + '/file', '');
      const mode = (statSync(folder).mode & 0o7777).toString(8);
      process.stdout.write(JSON.stringify({ folder, mode, isUsed: tmpdir() === folder, isThere: existsSync(folder + '/file') }));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', text]);
    return JSON.parse(stdout) as { readonly folder: string };
  }

  /** Programs of other users can use what is open to them in it. */
  const OPEN = { mode: '1777', isUsed: true, isThere: true };

  it('is in memory where there is enough of it, and ends with the process', async () => {
    const memory = await mkdtemp(join(folder, 'memory-'));
    const used = await folderOf({ memory, needed: 1 });
    expect(used).toEqual({ folder: expect.stringContaining(`${memory}/`), ...OPEN });
    expect(readdirSync(memory)).toEqual([]);
  });

  it.each(['too little of it', 'none'])('is on the disk where there is %s', async (amount) => {
    const memory = await mkdtemp(join(folder, 'memory-'));
    const options = amount === 'none' ? { memory: join(memory, 'missing'), needed: 1 } : { memory, needed: 2 ** 60 };
    const used = await folderOf(options);
    expect(used).toEqual({ folder: expect.stringContaining(tmpdir()), ...OPEN });
    expect(used.folder).not.toContain(memory);
    expect(existsSync(used.folder)).toBe(false);
  });

  it('is deleted by the next run if its run was killed', async () => {
    const memory = await mkdtemp(join(folder, 'memory-'));
    const ended = spawnSync(process.execPath, ['--eval', '']);
    const [left, running, other] = [`cubit-tests-${ended.pid}-a`, `cubit-tests-${process.pid}-b`, 'other'];
    for (const name of [left, running, other]) await mkdir(join(memory, name));
    await folderOf({ memory, needed: 1 });
    expect(readdirSync(memory).sort()).toEqual([running, other].sort());
  });
});

describe('flaky files', () => {
  const flaky = (file: string) => ({ project: 'made', file, test: 'holds' });

  it(`are tolerated up to ${MOST_FLAKY}`, () => {
    const most = Array.from({ length: MOST_FLAKY }, (_, at) => flaky(`${at}.spec.ts`));
    expect(refusals([...most, { ...flaky('0.spec.ts'), test: 'holds too' }], [])).toEqual([]);
    expect(refusals([...most, flaky('one-more.spec.ts')], [])).toEqual(['flaky files: 6, of which 5 are tolerated']);
  });

  it('are refused if they were flaky before', () => {
    expect(refusals([flaky('a.spec.ts')], [{ file: 'a.spec.ts', test: 'holds' }])).toEqual([
      'flaky again: made: a.spec.ts: holds',
    ]);
  });

  it('that are known have a date and a cause', () => {
    const text = expect.stringMatching(/\S/);
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(known).toEqual(known.map(() => ({ project: text, file: text, test: text, date, cause: text })));
  });
});

describe('the lanes', () => {
  it('run tasks in order, and one with a browser at a time', async () => {
    const started: string[] = [];
    const atOnce: string[][] = [];
    const running = new Set<string>();
    const tasks = ['n1', 'b1', 'n2', 'b2'].map((name) => ({ name, kind: name.startsWith('b') ? 'browser' : 'busy' }));
    await runOnLanes(tasks, 2, async ({ name }) => {
      started.push(name);
      running.add(name);
      atOnce.push([...running]);
      await new Promise((resolve) => setImmediate(resolve));
      running.delete(name);
    });
    expect([...started].sort()).toEqual(['b1', 'b2', 'n1', 'n2']);
    expect(started.slice(0, 2)).toEqual(['b1', 'n1']);
    expect(atOnce.every((names) => names.length <= 2)).toBe(true);
    expect(atOnce.some((names) => names.includes('b1') && names.includes('b2'))).toBe(false);
  });

  it.each([
    { lanes: 3, together: ['n1', 'n2', 'w1'] },
    { lanes: 2, together: ['n1', 'w1'] },
    { lanes: 1, together: ['n1'] },
  ])('run one task that waits beside those that are busy, with $lanes: $together', async ({ lanes, together }) => {
    const started: string[] = [];
    let most: readonly string[] = [];
    const running = new Set<string>();
    const tasks = ['w1', 'n1', 'n2', 'w2', 'n3'].map((name) => ({
      name,
      kind: name.startsWith('w') ? 'waiting' : 'busy',
    }));
    await runOnLanes(tasks, lanes, async ({ name }) => {
      started.push(name);
      running.add(name);
      if (running.size > most.length) most = [...running].sort();
      await new Promise((resolve) => setImmediate(resolve));
      running.delete(name);
    });
    expect([...started].sort()).toEqual(['n1', 'n2', 'n3', 'w1', 'w2']);
    expect(most).toEqual(together);
  });
});

describe('the plan', () => {
  const root = new URL('../../..', import.meta.url).pathname;
  const api = { name: '@cubit/api', folder: join(root, 'apps/api') };
  const web = { name: '@cubit/web', folder: join(root, 'apps/web') };

  it('has each spec file once, and a second time without the outside if it reaches out', () => {
    const tasks = plan([api], { isBareWanted: true });
    const files = (isBare: boolean) => tasks.filter((one) => one.isBare === isBare).flatMap((one) => one.files);
    expect(new Set(files(false)).size).toBe(files(false).length);
    expect(files(false)).toContain('src/black-box/isolation.spec.ts');
    expect(files(true)).toContain('src/black-box/naughty-input.spec.ts');
    expect(files(true)).not.toContain('src/black-box/isolation.spec.ts');
    expect(plan([api], { isBareWanted: false }).some(({ isBare }) => isBare)).toBe(false);
  });

  it('starts with the longest task', () => {
    const seconds = plan([api, web], { isBareWanted: true }).map((one) => one.seconds);
    expect(seconds).toEqual([...seconds].sort((a, b) => b - a));
  });

  it('divides files with a browser and files that wait from the others', () => {
    const tasks = plan([api, web], { isBareWanted: true });
    const files = (kind: string) => tasks.filter((one) => one.kind === kind).flatMap((one) => one.files);
    expect(files('browser')).toContain('src/pages/list.browser.spec.ts');
    expect(files('waiting').sort()).toEqual([
      'src/black-box/killed-archive-import.spec.ts',
      'src/black-box/outages.spec.ts',
    ]);
    expect(files('busy')).toContain('src/black-box/isolation.spec.ts');
    expect(files('busy').filter((file) => file.includes('.browser.'))).toEqual([]);
  });

  it.each(['slow-files.json', 'waiting-files.json'])('names only files that exist in %s', (list) => {
    const named = JSON.parse(readFileSync(new URL(`../../test-runner/${list}`, import.meta.url), 'utf8')) as
      | readonly string[]
      | Readonly<Record<string, number>>;
    const paths = Array.isArray(named) ? named : Object.keys(named);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(paths.length).toBeGreaterThan(0);
  });

  it('has only the files whose path contains a wanted text', () => {
    const tasks = plan([api, web], { isBareWanted: true, wanted: ['isolation'] });
    expect(tasks.map(({ files }) => files)).toEqual([['src/black-box/isolation.spec.ts']]);
  });
});

describe('the records of modules', () => {
  let root: string;
  let shed: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'cubit-records-'));
    shed = join(root, 'libs/modules/shed');
    await mkdir(join(shed, 'src'), { recursive: true });
    await mkdir(join(root, 'libs/testing/src'), { recursive: true });
    await writeFile(join(root, 'libs/testing/src/test-recorder.ts'), '');
    for (const file of ['shed.ts', 'one.spec.ts', 'two.spec.ts']) await writeFile(join(shed, 'src', file), file);
  });
  afterEach(() => rm(root, { recursive: true }));

  const tasksOf = (...files: readonly string[]) =>
    files.map((file) => ({ folder: shed, files: [`src/${file}`], isBare: false }));
  const runs = (status: string) =>
    tasksOf('one.spec.ts', 'two.spec.ts').map((task) => ({ task, report: { testResults: [{ status }] } }));

  it('are results of the specs until the module changes', async () => {
    const tasks = tasksOf('one.spec.ts', 'two.spec.ts');
    const records = startRecords(tasks, root);
    const record = join(root, 'test-results/modules/shed.jsonl');
    expect(records.environmentOf(tasks[0] ?? {})).toEqual({ CUBIT_TEST_RECORD: record });
    expect(resultOf('shed', root)).toBeNull();
    expect(records.finish(runs('passed'))).toBe(true);
    expect(resultOf('shed', root)).toEqual({ passed: true, record });
    await writeFile(join(shed, 'src/shed.ts'), 'changed');
    expect(resultOf('shed', root)).toBeNull();
    expect(startRecords(tasks, root).finish(runs('failed'))).toBe(false);
    expect(resultOf('shed', root)).toEqual({ passed: false, record });
  });

  it('are not made by a run of some spec files', () => {
    const [task] = tasksOf('one.spec.ts');
    const records = startRecords([task ?? {}], root);
    expect(records.environmentOf(task ?? {})).toEqual({});
    expect(records.finish([])).toBe(true);
    expect(resultOf('shed', root)).toBeNull();
  });
});
