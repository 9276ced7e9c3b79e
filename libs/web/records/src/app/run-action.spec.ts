import { describe, expect, it } from '@jest/globals';
import { type ActionUndo, Api } from '@cubit/web-client';
import { runAction, undoOf } from './run-action.js';

/** A server that answers 200, except to the requests of which the number is given. */
function serverRefusing(...refused: readonly number[]) {
  const asked: { path: string; body: unknown }[] = [];
  const send = (url: unknown, init?: RequestInit): Promise<Response> => {
    asked.push({ path: String(url), body: JSON.parse(String(init?.body)) as unknown });
    const isRefused = refused.includes(asked.length);
    const error = { code: 'conflict', message: 'Not now.' };
    return Promise.resolve(isRefused ? Response.json({ error }, { status: 409 }) : Response.json({}));
  };
  return { api: new Api(send), asked };
}

const PART = { kind: 'inventory:part', id: '1', title: 'Nut' };
const undosOf = (count: number): readonly ActionUndo[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ action: 'inventory:reverse', input: { at }, record: { kind: PART.kind, id: String(at) } },
  }));

describe('running an action', () => {
  it.each([
    ['nothing', {}, {}],
    ['a record', { record: PART }, { record: { kind: 'inventory:part', id: '1' } }],
    ['records', { records: [PART] }, { records: [{ kind: 'inventory:part', id: '1' }] }],
    ['a filter', { filter: { kind: PART.kind, filter: 'low' } }, { kind: PART.kind, filter: 'low' }],
  ])('names %s', async (_, target, body) => {
    const { api, asked } = serverRefusing();
    await runAction(api, 'shop', { action: 'inventory:use', input: { qty: 2 }, ...target });
    expect(asked).toEqual([
      { path: '/api/v1/orgs/shop/modules/inventory/actions/use', body: { ...body, input: { qty: 2 } } },
    ]);
  });
});

describe('taking back actions', () => {
  it('runs the call that the answer gave', async () => {
    const { api, asked } = serverRefusing();
    await undoOf(api, 'shop', [{ action: 'spaces:undo', record: null, input: {} }])();
    expect(asked).toEqual([{ path: '/api/v1/orgs/shop/modules/spaces/actions/undo', body: { input: {} } }]);
  });

  it('takes back many in batches of 100, the last first, and goes on after a failure with those that are left', async () => {
    const { api, asked } = serverRefusing(2);
    const takeBack = undoOf(api, 'shop', undosOf(150));
    await expect(takeBack()).rejects.toThrow('Not now.');
    await takeBack();
    const order = asked.map(({ path, body }) => {
      expect(path).toBe('/api/v1/orgs/shop/actions/batch');
      return (body as { actions: readonly { input: { at: number } }[] }).actions.map(({ input }) => input.at);
    });
    const [first, refused, again] = order;
    expect(first).toEqual(Array.from({ length: 100 }, (_, at) => 149 - at));
    expect(refused).toEqual(Array.from({ length: 50 }, (_, at) => 49 - at));
    expect(again).toEqual(refused);
    expect(order).toHaveLength(3);
  });
});
