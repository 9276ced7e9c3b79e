import { describe, expect, it } from '@jest/globals';
import type { ModuleDescription } from '../project.js';
import { unrunJobs } from './untested.js';

describe('the jobs that no spec runs', () => {
  it('are named with a remedy', () => {
    const job = (id: string) => ({ id, description: null, input: {} });
    const description = { jobs: [job('lab:send'), job('lab:ask')] } as unknown as ModuleDescription;

    const record = { actions: {}, events: [], transitions: [], upgrades: [], uses: [] };
    expect(unrunJobs(description, { ...record, jobs: ['lab:send', 'files:import'] })).toEqual([
      "No spec runs job 'lab:ask' until it succeeds: add one.",
    ]);
  });
});
