import { describe, expect, it } from '@jest/globals';

interface Test {
  readonly status: 'passed' | 'failed' | 'pending' | 'todo';
  readonly fullName: string;
}
type Summarise = (
  runs: readonly { readonly task: object; readonly report: unknown; readonly crash?: number | string }[],
) => {
  readonly passed: number;
  readonly failed: number;
  readonly lines: readonly string[];
};

// An untyped script, imported by a path that is known only at run time.
const { summarise } = (await import(new URL('../../test-runner/summary.mjs', import.meta.url).href)) as {
  summarise: Summarise;
};

function reportOf(
  tests: readonly Test[],
  status = tests.some((test) => test.status === 'failed') ? 'failed' : 'passed',
) {
  const count = (wanted: Test['status']) => tests.filter((test) => test.status === wanted).length;
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    testResults: [{ name: 'a.spec.ts', status, assertionResults: tests }],
  };
}

const core = { project: 'core' };
const passed: Test = { status: 'passed', fullName: 'a part is added' };
const failed: Test = { status: 'failed', fullName: 'a part is used' };

describe('the summary of a test run', () => {
  it('adds up the projects', () => {
    const results = [
      { task: core, report: reportOf([passed, passed]) },
      { task: { project: 'spaces' }, report: reportOf([passed, failed]) },
    ];

    expect(summarise(results)).toEqual({ passed: 3, failed: 1, lines: ['failed: spaces: a part is used'] });
  });

  it('counts a project without results as a failure', () => {
    expect(summarise([{ task: { ...core, files: ['a.spec.ts'] }, report: null, crash: 'SIGKILL' }])).toEqual({
      passed: 0,
      failed: 1,
      lines: ['no results: core: a.spec.ts (the process ended with SIGKILL)'],
    });
  });

  it('counts a file that failed without a failed test', () => {
    const results = [{ task: core, report: reportOf([passed], 'failed') }];

    expect(summarise(results)).toEqual({ passed: 1, failed: 1, lines: ['failed: core: a.spec.ts'] });
  });

  it('counts a process that ended badly though its files passed', () => {
    const results = [{ task: { ...core, files: ['a.spec.ts'] }, report: reportOf([passed]), crash: 1 }];

    expect(summarise(results)).toEqual({
      passed: 1,
      failed: 1,
      lines: ['failed: core: the process of a.spec.ts ended with 1'],
    });
  });

  it('lists skipped tests', () => {
    const results = [{ task: core, report: reportOf([passed, { status: 'pending', fullName: 'a part is sold' }]) }];

    expect(summarise(results)).toEqual({ passed: 1, failed: 0, lines: ['pending: core: a part is sold'] });
  });
});
