import { describe, expect, it } from '@jest/globals';
import { endedJob } from './ended-job.js';

describe('the end of a job', () => {
  it.each(['succeeded', 'failed', 'cancelled'])('is its state %s, whatever came before', async (state) => {
    const looks = [
      { state: 'queued', progress: { done: 0 } },
      { state: 'running', progress: { done: 0 } },
      { state: 'running', progress: { done: 0 } },
      { state: 'running', progress: { done: 7 } },
      { state, progress: { done: 7 } },
    ];
    const read = () => Promise.resolve(looks.shift() ?? { state: 'read after its end' });

    expect(await endedJob(read)).toEqual({ state, progress: { done: 7 } });
    expect(looks).toEqual([]);
  });
});
