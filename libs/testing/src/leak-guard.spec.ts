import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';

interface Report {
  readonly testResults: readonly { readonly name: string; readonly status: string; readonly message: string }[];
}

const jest = fileURLToPath(new URL('../../../node_modules/jest/bin/jest.js', import.meta.url));
const fixtures = fileURLToPath(new URL('../fixtures/leaks', import.meta.url));
const scratch = await mkdtemp(join(tmpdir(), 'cubit-leaks-'));
afterAll(() => rm(scratch, { recursive: true }));

/** A run that does not end because of an open resource is killed, and fails the last test. */
const RUN_LIMIT_MS = 60_000;

const outputFile = join(scratch, 'results.json');
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const { signal } = spawnSync(
  process.execPath,
  [...flags, jest, '--json', `--outputFile=${outputFile}`, '--runInBand'],
  {
    cwd: fixtures,
    timeout: RUN_LIMIT_MS,
  },
);
const report = JSON.parse(readFileSync(outputFile, 'utf8')) as Report;
const results = new Map(report.testResults.map((result) => [basename(result.name, '.spec.mjs'), result]));

describe('a spec file', () => {
  it.each([
    ['leaves-a-timer', 'left open: 1 timer'],
    ['leaves-a-server', 'left open: 1 TCPServerWrap'],
    ['leaves-a-child', 'left open: 1 ProcessWrap'],
  ])('fails when it %s, even if its tests pass', (fixture, message) => {
    expect(results.get(fixture)).toMatchObject({ status: 'failed', message: expect.stringContaining(message) });
  });

  it('passes if it closed everything that it opened', () => {
    expect(results.get('leaves-nothing')).toMatchObject({ status: 'passed' });
  });

  it('does not prevent the run from ending by what it left open', () => {
    expect(signal).toBe(null);
  });
});
