import { afterEach, describe, expect, it } from '@jest/globals';
import { Recurring } from './recurring.js';

const EVERY_MS = 5;

let recurring: Recurring | undefined;
afterEach(() => recurring?.stop());

function start(work: (signal: AbortSignal) => Promise<void>, atOnce = false) {
  const logged: unknown[] = [];
  recurring = new Recurring({ everyMs: EVERY_MS, atOnce, work, onError: (error) => logged.push(error) });
  recurring.start();
  return { recurring, told: logged };
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

describe('recurring work', () => {
  it('continues after a failed turn, which is reported', async () => {
    let turns = 0;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { told } = start(() => {
      turns += 1;
      if (turns === 1) return Promise.reject(new Error('away'));
      resolve(undefined);
      return Promise.resolve();
    });
    await promise;
    expect(told).toEqual([new Error('away')]);
  });

  it('has one turn at a time, however it is requested', async () => {
    let turns = 0;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { recurring: one } = start(() => {
      turns += 1;
      return promise;
    }, true);
    const runs = [one.run(), one.run()];
    resolve(undefined);
    await Promise.all(runs);
    expect(turns).toBe(1);
  });

  it('reports the failure of a requested turn to its caller only', async () => {
    const logged: unknown[] = [];
    recurring = new Recurring({
      everyMs: EVERY_MS,
      work: () => Promise.reject(new Error('away')),
      onError: (error) => logged.push(error),
    });
    await expect(recurring.run()).rejects.toThrow('away');
    expect(logged).toEqual([]);
  });

  it('is signalled when it is stopped, and the stop waits for it', async () => {
    let ended = false;
    const { recurring: one } = start(async (signal) => {
      await aborted(signal);
      ended = true;
    }, true);
    await one.stop();
    expect(ended).toBe(true);
  });
});
