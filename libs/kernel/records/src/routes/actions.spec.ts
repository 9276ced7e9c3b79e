import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestWorkspace, shop, type TestClient, type TestServer, type TestWorkspace } from '@cubit/testing';

interface Item {
  readonly id: string;
  readonly version: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

let server: TestServer;
let workspace: TestWorkspace;
let member: TestClient;
beforeAll(async () => {
  ({ server, workspace, member } = await createTestWorkspace({ modules: [shop] }));
});
afterAll(() => server.close());

const items = () => `${workspace.path}/modules/shop/records/item`;
const addItem = async (fields: object) =>
  (await member.post<Item>(items(), { fields: { name: 'Item', ...fields } })).body;
const take = (id: string, input: object, client = member) =>
  client.post(`${workspace.path}/modules/shop/actions/take`, { record: { kind: 'shop:item', id }, input });

describe('an action', () => {
  it('returns its result, the record afterwards and the emitted events', async () => {
    const item = await addItem({ qty: 0.3 });
    const { status, body } = await take(item.id, { qty: 0.1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      result: { left: 0.2 },
      record: { id: item.id, version: 2, fields: { qty: 0.2, taken: 0.1, state: 'used' } },
      events: [{ name: 'shop.item.changed' }, { name: 'shop.item.taken' }],
    });
  });

  it('runs if If-Match names the present version of its record, and answers 412 otherwise', async () => {
    const item = await addItem({ qty: 3 });
    const takeIf = (ifMatch: string, input: object = { qty: 1 }) =>
      member.post(
        `${workspace.path}/modules/shop/actions/take`,
        { record: { kind: 'shop:item', id: item.id }, input },
        { headers: { 'if-match': ifMatch } },
      );

    expect((await takeIf('"1"')).status).toBe(200);
    expect(await takeIf('"1"')).toMatchObject({
      status: 412,
      headers: { etag: '"2"' },
      body: { error: { code: 'version_conflict', details: [{ path: 'header:If-Match' }] } },
    });
    expect((await takeIf('"1"', { qty: 'x' })).status).toBe(422);
    expect((await takeIf('"1", "2"')).status).toBe(200);
    expect((await takeIf('*')).status).toBe(200);
    expect((await member.get<Item>(`${items()}/${item.id}`)).body).toMatchObject({ version: 4, fields: { qty: 0 } });
  });

  it('gives the last unit to one of many concurrent requests', async () => {
    const item = await addItem({ qty: 1 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => take(item.id, { qty: 1 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      answers.filter(({ body }) => (body as { error?: { code: string } }).error?.code === 'insufficient_stock'),
    ).toHaveLength(11);
    expect((await member.get<Item>(`${items()}/${item.id}`)).body.fields['qty']).toBe(0);
  });

  it('writes nothing if it fails', async () => {
    const item = await addItem({ qty: 1 });
    await take(item.id, { qty: 2 });
    const { body } = await member.get<Item>(`${items()}/${item.id}`);
    expect(body.version).toBe(1);
  });

  it.each([
    ['an input off its schema', { qty: 0 }, 422, '/input/qty'],
    ['an unknown member of the input', { qty: 1, why: 'x' }, 422, '/input/why'],
    ['a missing member of the input', {}, 422, '/input/qty'],
  ])('refuses %s', async (_, input, status, path) => {
    const item = await addItem({ qty: 1 });
    const answer = await take(item.id, input);
    expect([answer.status, answer.body]).toEqual([
      status,
      { error: expect.objectContaining({ details: [expect.objectContaining({ path })] }) },
    ]);
  });

  it('refuses an unknown record, and one of another kind', async () => {
    const missing = await take('0190a6e2-7c1d-7b3a-9f00-00000000dead', { qty: 1 });
    expect([missing.status, missing.body]).toEqual([
      404,
      { error: expect.objectContaining({ details: [expect.objectContaining({ path: '/record/id' })] }) },
    ]);
    const answer = await member.post(`${workspace.path}/modules/shop/actions/take`, {
      record: { kind: 'shop:shelf', id: missing.status },
      input: { qty: 1 },
    });
    expect(answer.status).toBe(422);
    expect(
      (await member.post(`${workspace.path}/modules/shop/actions/take`, { record: null, input: { qty: 1 } })).status,
    ).toBe(422);
  });

  it('shows whether it can run on a record, and why not', async () => {
    const item = await addItem({ qty: 1 });
    const actions = `${items()}/${item.id}/actions`;
    expect((await member.get(actions)).body).toMatchObject({
      data: [{ id: 'shop:take', title: 'Take', available: true, reason: null }],
    });
    const viewer = server.as(await workspace.viewer());
    expect((await viewer.get(actions)).body).toMatchObject({
      data: [{ available: false, reason: 'needs the role member' }],
    });
    expect((await take(item.id, { qty: 1 }, viewer)).status).toBe(403);
    await member.patch(`${items()}/${item.id}`, { fields: { state: 'gone' } });
    expect((await member.get(actions)).body).toMatchObject({ data: [{ available: false, reason: 'it is gone' }] });
    expect((await take(item.id, { qty: 1 })).status).toBe(409);
  });
});

describe('a lifecycle', () => {
  it('refuses an update if only an action makes the transition, and names the action', async () => {
    const item = await addItem({});
    const { status, body } = await member.patch(`${items()}/${item.id}`, { fields: { state: 'used' } });
    expect([status, body]).toEqual([
      409,
      { error: expect.objectContaining({ code: 'invalid_transition', message: expect.stringContaining('shop:take') }) },
    ]);
  });

  it('allows a direct transition, and no transition from a final state', async () => {
    const item = await addItem({});
    expect((await member.patch(`${items()}/${item.id}`, { fields: { state: 'gone' } })).status).toBe(200);
    expect((await member.patch(`${items()}/${item.id}`, { fields: { state: 'new' } })).status).toBe(409);
  });

  it('starts in its initial state', async () => {
    expect((await member.post(items(), { fields: { name: 'x', state: 'used' } })).status).toBe(422);
  });
});
