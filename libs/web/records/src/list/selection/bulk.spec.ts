import { describe, expect, it } from '@jest/globals';
import { Api } from '@cubit/web-client';
import { type BulkOperation, readSelected, runBulk, selectionFilter, type Target } from './bulk.js';

type Answer = (url: URL, method: string, body: unknown) => unknown;

function serverOf(answer: Answer) {
  const asked: string[] = [];
  const send = (url: unknown, init?: RequestInit): Promise<Response> => {
    const address = new URL(String(url), 'http://cubit.test');
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    asked.push(`${init?.method} ${address.pathname.replace('/api/v1/orgs/shop', '')}`);
    const answered = answer(address, init?.method ?? 'GET', body);
    return Promise.resolve(answered instanceof Response ? answered : Response.json(answered));
  };
  return { api: new Api(send), asked };
}

const PARTS = '/modules/inventory/records/part';
const idsOf = (count: number) => Array.from({ length: count }, (_, at) => `p${at}`);
const targetOf = (selection: Target['selection']): Target => ({
  ...{ slug: 'shop', kind: 'inventory:part', filter: 'low', selection },
});
const named = (ids: readonly string[]) => targetOf({ all: false, ids: new Set(ids) });
const all = targetOf({ all: true, except: new Set() });
const recordOf = (id: string) => ({ kind: 'inventory:part', id });
const REMOVE: BulkOperation = { type: 'delete' };
const USE: BulkOperation = { type: 'action', action: 'inventory:use', input: { qty: 1 } };

describe('the filter of a selection', () => {
  it('names the selected records, or all of the list but some', () => {
    expect(selectionFilter('low', { all: false, ids: new Set(['a', 'b']) })).toBe('id in ["a","b"]');
    expect(selectionFilter('', { all: true, except: new Set() })).toBe('true');
    expect(selectionFilter('low', { all: true, except: new Set(['a']) })).toContain('!(id in ["a"])');
  });
});

describe('a bulk operation', () => {
  it('on named records is sent in requests of 200, and sums up their answers', async () => {
    const progress: unknown[] = [];
    const { api, asked } = serverOf((url) => {
      const ids = url.searchParams.get('ids')?.split(',') ?? [];
      const reason = { message: 'It is in use.' };
      const results = ids.map((id) =>
        id === 'p0' ? { record: recordOf(id), state: 'skipped', reason } : { record: recordOf(id), state: 'done' },
      );
      const skipped = ids.includes('p0') ? 1 : 0;
      return { done: ids.length - skipped, skipped, results };
    });
    const result = await runBulk(api, named(idsOf(250)), {
      operation: REMOVE,
      onProgress: (each) => progress.push(each),
    });
    expect(asked).toEqual([`DELETE ${PARTS}`, `DELETE ${PARTS}`]);
    expect(progress).toEqual([
      { done: 0, total: 250 },
      { done: 200, total: 250 },
    ]);
    expect(result).toEqual({
      ...{ done: 249, skipped: 1, reasons: ['It is in use.'], skippedIds: new Set(['p0']), undos: [] },
    });
  });

  it('is accepted with its first request, whatever becomes of the others', async () => {
    const accepted: number[] = [];
    const { api, asked } = serverOf(() => {
      if (asked.length > 1) return Response.json({ error: { code: 'conflict', message: 'No.' } }, { status: 409 });
      return { done: 200, skipped: 0, results: [] };
    });
    const onAccepted = () => accepted.push(asked.length);
    const running = runBulk(api, named(idsOf(250)), { operation: REMOVE, onProgress: () => undefined, onAccepted });
    await expect(running).rejects.toThrow('No.');
    expect(accepted).toEqual([1]);
  });

  it('that is an action has what takes each back', async () => {
    const undo = { action: 'inventory:reverse', record: recordOf('p0'), input: {} };
    const { api } = serverOf((_url, _method, body) => {
      expect(body).toEqual({ records: [recordOf('p0'), recordOf('p1')], input: { qty: 1 } });
      return {
        ...{ done: 1, skipped: 1 },
        results: [
          { record: recordOf('p0'), state: 'done', undo },
          { record: recordOf('p1'), state: 'skipped', reason: { message: 'Too few.' }, undo: null },
        ],
      };
    });
    const result = await runBulk(api, named(['p0', 'p1']), { operation: USE, onProgress: () => undefined });
    expect(result.undos).toEqual([undo]);
  });

  it('on all records of a filter is a job, which is asked until it has ended', async () => {
    const job = { id: 'j1', state: 'queued', progress: { done: 0, total: null }, result: null, error: null };
    const reads = [
      job,
      { ...job, state: 'running', progress: { done: 3, total: 8 } },
      {
        ...{ ...job, state: 'succeeded' },
        result: { done: 7, skipped: 1, skipped_records: [{ ...recordOf('p9'), message: 'It is in use.' }] },
      },
    ];
    const { api, asked } = serverOf((_url, method) => (method === 'DELETE' ? job : reads.shift()));
    const result = await runBulk(api, all, { operation: REMOVE, onProgress: () => undefined });
    expect(asked).toEqual([`DELETE ${PARTS}`, 'GET /jobs/j1', 'GET /jobs/j1', 'GET /jobs/j1']);
    expect(result).toMatchObject({ done: 7, skipped: 1, reasons: ['It is in use.'], skippedIds: new Set(['p9']) });
  });

  it.each([
    ['failed', { message: 'No connection.' }, 'No connection.'],
    ['cancelled', null, 'The job was cancelled.'],
  ])('fails as its job does, which is %s', async (state, error, message) => {
    const { api } = serverOf(() => ({ id: 'j1', state, progress: { done: 0, total: 8 }, result: null, error }));
    await expect(runBulk(api, all, { operation: REMOVE, onProgress: () => undefined })).rejects.toThrow(message);
  });
});

describe('the records of a selection', () => {
  it('are read page by page, and given up beyond the most', async () => {
    const { api, asked } = serverOf((url) => {
      const isFirst = !url.searchParams.has('cursor');
      return { data: (isFirst ? idsOf(200) : ['last']).map(recordOf), next_cursor: isFirst ? 'next' : null };
    });
    const read = await readSelected(api, all, { fields: ['min'], most: 500 });
    expect(read).toHaveLength(201);
    expect(asked).toHaveLength(2);
    expect(await readSelected(api, all, { fields: ['min'], most: 100 })).toBeNull();
    expect(await readSelected(api, named(idsOf(101)), { fields: ['min'], most: 100 })).toBeNull();
  });
});
