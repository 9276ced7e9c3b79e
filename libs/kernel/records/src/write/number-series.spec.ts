import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { numberSeries } from './number-series.js';

let server: TestServer;
let workspaceId: string;
beforeAll(async () => {
  server = await createTestServer();
  workspaceId = (await server.workspace()).id;
});
afterAll(() => server.close());

const inSeries = <Result>(module: string, work: (series: ReturnType<typeof numberSeries>) => Promise<Result>) =>
  server.database.transaction((tx) => work(numberSeries({ tx, workspaceId, module })));
const take = (module: string, series = 'order', count = 1) =>
  inSeries(module, ({ takeNumbers }) => takeNumbers(series, count));

describe('a series of numbers', () => {
  it('starts with one and gives every number once to concurrent callers', async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, () => take('shop')));
    expect(taken.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it('gives several consecutive numbers, and each module and series has its own', async () => {
    expect([await take('mill', 'order', 3), await take('mill', 'order', 2), await take('mill')]).toEqual([1, 4, 6]);
    expect([await take('mill', 'quote'), await take('kiln')]).toEqual([1, 1]);
  });

  it('skips numbers that were set manually, and never decreases', async () => {
    await inSeries('loom', ({ passNumber }) => passNumber('order', 40));
    await inSeries('loom', ({ passNumber }) => passNumber('order', 7));
    expect(await take('loom')).toBe(41);
  });

  it('reuses the numbers of a failed transaction', async () => {
    const failing = inSeries('forge', async ({ takeNumbers }) => {
      await takeNumbers('order', 5);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await take('forge')).toBe(1);
  });
});
