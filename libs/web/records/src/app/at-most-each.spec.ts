import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { atMostEach } from './at-most-each.js';

describe('atMostEach', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('calls at once, and once for all that comes within the time', () => {
    const calls: string[] = [];
    const { run } = atMostEach(1_000, (key) => calls.push(key));
    for (let times = 0; times < 40; times += 1) run('part');
    run('task');
    expect(calls).toEqual(['part', 'task']);
    jest.advanceTimersByTime(1_000);
    expect(calls).toEqual(['part', 'task', 'part']);
    jest.advanceTimersByTime(5_000);
    expect(calls).toHaveLength(3);
  });

  it('calls nothing after it was stopped', () => {
    const calls: string[] = [];
    const { run, stop } = atMostEach(1_000, (key) => calls.push(key));
    run('part');
    run('part');
    stop();
    jest.advanceTimersByTime(5_000);
    expect(calls).toEqual(['part']);
  });
});
