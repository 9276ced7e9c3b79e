import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startProgram, type Program } from '@cubit/testing/shipped';
import { root } from './fixtures/root.js';

jest.setTimeout(180_000);

/** The blocks of the tour in the README, in order. */
const blocks = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```sh tour\n([\s\S]*?)```/g)].map(
  ([, block = '']) => block,
);

let program: Program;
let answers: readonly string[];

beforeAll(async () => {
  program = await startProgram();
  answers = await runTour(program.address);
});
afterAll(() => program.stop());

/** Runs all blocks in one shell, as a reader does. Returns what each printed. */
async function runTour(address: string): Promise<readonly string[]> {
  const mark = '--- end of block ---';
  const script = blocks.map((block) => `${block}\necho; echo '${mark}'\n`).join('');
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', script], {
    cwd: root,
    env: { ...process.env, URL: address, FORCE_COLOR: '0' },
  });
  return stdout.split(mark).map((text) => text.trim());
}

describe('the tour of the README, run as written', () => {
  it('creates a workspace and enables inventory', () => {
    expect(answers[2]?.split('\n')).toEqual(['workshop', 'true', 'true']);
  });

  it('loads the sample through the API', () => {
    expect(answers[3]).toBe('12 categories, 12 locations, 41 parts, 44 stock items');
  });

  it('lists parts below their minimum with one filter', () => {
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

  it('repeats a request with an API token, revokes the token, and is refused', () => {
    expect(answers[7]).toContain('Display 1.3 inch');
    expect(answers[8]).toBe('401');
  });
});
