import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ToastQueue } from './toast-queue.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('ToastQueue', () => {
  it('shows three at most, the newest last', () => {
    const queue = new ToastQueue();
    for (const text of ['a', 'b', 'c', 'd']) queue.show({ text });

    expect(queue.list().map(({ text }) => text)).toEqual(['b', 'c', 'd']);
  });

  it('closes a toast after its time, but not while it is paused', () => {
    const queue = new ToastQueue();
    queue.show({ text: 'a', durationMs: 5_000 });
    jest.advanceTimersByTime(4_500);
    queue.pause();
    jest.advanceTimersByTime(60_000);

    expect(queue.list()).toHaveLength(1);
    queue.resume();
    jest.advanceTimersByTime(1_000);
    expect(queue.list()).toEqual([]);
  });

  it('keeps a toast without a duration until it is closed', () => {
    const queue = new ToastQueue();
    const id = queue.show({ text: 'a', durationMs: 0 });
    jest.advanceTimersByTime(600_000);

    expect(queue.list()).toHaveLength(1);
    queue.close(id);
    expect(queue.list()).toEqual([]);
  });
});
