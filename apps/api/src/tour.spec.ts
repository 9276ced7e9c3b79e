import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';

jest.setTimeout(180_000);
const LISTENING = /listening on (http:\/\/\S+?)"/;
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The tour's blocks of the README, in their order. */
const blocks = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```sh tour\n([\s\S]*?)```/g)].map(
  ([, block = '']) => block,
);

let folder: string;
let program: ChildProcess;
let answers: readonly string[];

beforeAll(async () => {
  execFileSync(process.execPath, [join(root, 'tools/build/bundle.mjs')]);
  folder = await mkdtemp(join(tmpdir(), 'cubit-tour-'));
  const { child, address } = await startProgram(folder);
  program = child;
  answers = await runTour(address);
});
afterAll(async () => {
  program.kill('SIGTERM');
  await once(program, 'close');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function startProgram(dataDir: string): Promise<{ readonly child: ChildProcess; readonly address: string }> {
  const child = spawn(process.execPath, [join(root, 'apps/api/bundle/main.js')], {
    cwd: dataDir,
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(dataDir, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  for (;;) {
    const address = LISTENING.exec(output)?.[1];
    if (address) return { child, address };
    if (child.exitCode !== null) throw new Error(`The program did not start:\n${output}`);
    await sleep(50);
  }
}

/** Runs all blocks in one shell, as a reader does; what each printed. */
async function runTour(address: string): Promise<readonly string[]> {
  const mark = '--- end of block ---';
  const script = blocks.map((block) => `${block}\necho; echo '${mark}'\n`).join('');
  const shell = spawn('bash', ['-e', '-c', script], {
    cwd: root,
    env: { ...process.env, URL: address, FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  shell.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [code] = (await once(shell, 'close')) as [number];
  if (code !== 0) throw new Error(`The tour ends with ${code}:\n${output}\n${errors}`);
  return output.split(mark).map((text) => text.trim());
}

describe('the tour of the README, run as written', () => {
  it('makes a workspace and enables inventory', () => {
    expect(answers[2]?.split('\n')).toEqual(['workshop', 'true', 'true']);
  });

  it('loads the sample through the API', () => {
    expect(answers[3]).toBe('12 categories, 12 locations, 41 parts, 44 stock items');
  });

  it('lists what is below its minimum with one filter', () => {
    expect(answers[4]?.split('\n')).toHaveLength(8);
    expect(answers[4]).toContain('Wi-Fi module: 4 of 5');
  });

  it('uses the last unit and sees the event on the stream', () => {
    expect(answers[5]).toContain('inventory.stock.changed');
    expect(answers[5]).toContain('event: inventory.stock.low');
  });

  it('has none left', () => {
    expect(answers[6]).toBe('insufficient_stock');
  });

  it('repeats with an API token, revokes it, and is refused', () => {
    expect(answers[7]).toContain('Display 1.3 inch');
    expect(answers[8]).toBe('401');
  });
});
