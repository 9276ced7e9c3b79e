import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const fixture = fileURLToPath(new URL('../fixtures/outside-data/', import.meta.url));
const jest = fileURLToPath(new URL('../../../node_modules/jest/bin/jest.js', import.meta.url));

interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numPendingTests: number;
}

/** The report of Jest on a suite that reads a file of the outside data while it is declared. */
function report(outsideData: string): Report {
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const output = execFileSync(process.execPath, [...flags, jest, '--json', '--silent'], {
    cwd: fixture,
    env: { ...process.env, OUTSIDE_DATA: outsideData, TEST_DATABASE_URL: 'none' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(output) as Report;
}

it('a suite about outside data is skipped as a whole if the data is missing, and runs otherwise', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cubit-outside-'));
  try {
    const without = report(folder);
    writeFileSync(join(folder, 'corpus.json'), '["read"]');

    expect(without).toMatchObject({ success: true, numPassedTests: 0, numPendingTests: 1 });
    expect(report(folder)).toMatchObject({ success: true, numPassedTests: 1, numPendingTests: 0 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
