import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestWorkspace, shop, type TestClient, type TestServer, type TestWorkspace } from '@cubit/testing';

interface Rec {
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

const path = (kind: string) => `${workspace.path}/modules/shop/records/${kind}`;
async function add(kind: string, fields: object): Promise<Rec> {
  const { status, body, text } = await member.post<Rec>(path(kind), { fields });
  if (status !== 201) throw new Error(text);
  return body;
}

describe('a reference', () => {
  it('must have a live record of its kind as target', async () => {
    const bolt = await add('item', { name: 'Bolt' });
    const { status, body } = await member.post(path('item'), { fields: { name: 'Nut', shelf: bolt.id } });
    expect([status, body]).toEqual([
      422,
      {
        error: expect.objectContaining({
          details: [expect.objectContaining({ path: '/fields/shelf', code: 'unknown_reference' })],
        }),
      },
    ]);
  });

  it('cannot refer to another workspace', async () => {
    const other = await server.workspace();
    const foreign = await server
      .as(other.owner)
      .post<Rec>(`${other.path}/modules/shop/records/shelf`, { fields: { name: 'Foreign' } });
    const { status } = await member.post(path('item'), { fields: { name: 'Nut', shelf: foreign.body.id } });
    expect(status).toBe(422);
  });

  it('that restricts prevents the deletion of its target, and used-by lists the referring record', async () => {
    const shelf = await add('shelf', { name: 'In use' });
    const item = await add('item', { name: 'On the shelf', shelf: shelf.id });
    const refused = await member.delete(`${path('shelf')}/${shelf.id}`);
    expect([refused.status, refused.body]).toEqual([409, { error: expect.objectContaining({ code: 'in_use' }) }]);
    const users = await member.get<{ data: object[] }>(`${path('shelf')}/${shelf.id}/used-by`);
    expect(users.body.data).toEqual([{ kind: 'shop:item', id: item.id, title: 'On the shelf', field: 'shelf' }]);
    await member.delete(`${path('item')}/${item.id}`);
    expect((await member.delete(`${path('shelf')}/${shelf.id}`)).status).toBe(204);
  });

  it('that clears is removed with its target, as a separate change', async () => {
    const upper = await add('shelf', { name: 'Upper' });
    const lower = await add('shelf', { name: 'Lower', above: upper.id });
    await member.delete(`${path('shelf')}/${upper.id}`);
    const { body } = await member.get<Rec>(`${path('shelf')}/${lower.id}`);
    expect([body.fields, body.version]).toEqual([{ name: 'Lower' }, 2]);
  });

  it('must have a live target when its record is restored', async () => {
    const shelf = await add('shelf', { name: 'Short-lived' });
    const item = await add('item', { name: 'Homeless', shelf: shelf.id });
    await member.delete(`${path('item')}/${item.id}`);
    await member.delete(`${path('shelf')}/${shelf.id}`);
    expect((await member.post(`${path('item')}/${item.id}/restore`)).status).toBe(422);
    await member.post(`${path('shelf')}/${shelf.id}/restore`);
    expect((await member.post(`${path('item')}/${item.id}/restore`)).status).toBe(200);
  });
});

describe('a field of users', () => {
  it('accepts only members of the workspace, and can be filtered by one of them', async () => {
    const keeper = await workspace.member();
    const stranger = await server.register();
    const kept = await add('shelf', { name: 'Kept', keepers: [keeper.id, workspace.owner.id] });
    const refused = await member.patch(`${path('shelf')}/${kept.id}`, {
      fields: { keepers: [keeper.id, stranger.id] },
    });
    expect([refused.status, refused.body]).toEqual([
      422,
      {
        error: expect.objectContaining({
          details: [expect.objectContaining({ path: '/fields/keepers', code: 'unknown_reference' })],
        }),
      },
    ]);
    const query = (id: string) => `${path('shelf')}?filter=${encodeURIComponent(`"${id}" in keepers`)}`;
    const listed = async (id: string) => (await member.get<{ data: Rec[] }>(query(id))).body.data.map((row) => row.id);
    expect([await listed(keeper.id), await listed(stranger.id)]).toEqual([[kept.id], []]);
  });
});

describe('a unique key', () => {
  it('applies to the live records of a workspace, and a conflict has the path of the field', async () => {
    await add('item', { name: 'First', code: 'U1' });
    const { status, body } = await member.post(path('item'), { fields: { name: 'Second', code: 'U1' } });
    expect([status, body]).toEqual([
      409,
      {
        error: expect.objectContaining({
          code: 'already_exists',
          details: [expect.objectContaining({ path: '/fields/code' })],
        }),
      },
    ]);
  });

  it('can be reused in another workspace, and after deletion', async () => {
    const first = await add('item', { name: 'First', code: 'U2' });
    const other = await server.workspace();
    expect(
      (
        await server
          .as(other.owner)
          .post(`${other.path}/modules/shop/records/item`, { fields: { name: 'Same', code: 'U2' } })
      ).status,
    ).toBe(201);
    await member.delete(`${path('item')}/${first.id}`);
    const second = await add('item', { name: 'Second', code: 'U2' });
    expect(second.fields['code']).toBe('U2');
    expect((await member.post(`${path('item')}/${first.id}/restore`)).status).toBe(409);
  });

  it('is given to one of two concurrent requests', async () => {
    const answers = await Promise.all(
      [1, 2].map((n) => member.post(path('item'), { fields: { name: `Racer ${n}`, code: 'RACE' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('a batch', () => {
  it('is atomic, and names the faulty operation', async () => {
    const before = (await member.get<{ total: number }>(`${path('item')}?count=exact&limit=1`)).body.total;
    const { status, body } = await member.post(`${path('item')}/batch`, {
      operations: [
        { op: 'create', fields: { name: 'Good' } },
        { op: 'create', fields: { name: '' } },
      ],
    });
    expect([status, body]).toEqual([
      422,
      { error: expect.objectContaining({ details: [expect.objectContaining({ path: '/operations/1/fields/name' })] }) },
    ]);
    expect((await member.get<{ total: number }>(`${path('item')}?count=exact&limit=1`)).body.total).toBe(before);
  });

  it('creates, changes and deletes in order', async () => {
    const old = await add('item', { name: 'Old', code: 'B1' });
    const kept = await add('item', { name: 'Kept' });
    const { status, body } = await member.post<{ results: { status: number; record: Rec | null }[] }>(
      `${path('item')}/batch`,
      {
        operations: [
          { op: 'delete', id: old.id },
          { op: 'update', id: kept.id, fields: { qty: 3 }, version: 1 },
          { op: 'create', fields: { name: 'New', code: 'B1' } },
        ],
      },
    );
    expect(status).toBe(200);
    expect(body.results.map((result) => result.status)).toEqual([204, 200, 201]);
    expect(body.results[1]?.record?.fields['qty']).toBe(3);
  });

  it('names the operation whose record is missing, conflicts or has another version', async () => {
    const item = await add('item', { name: 'Versioned', code: 'B2' });
    const stale = await member.post(`${path('item')}/batch`, {
      operations: [{ op: 'update', id: item.id, fields: { qty: 1 }, version: 9 }],
    });
    expect([stale.status, stale.body]).toEqual([
      412,
      { error: expect.objectContaining({ details: [expect.objectContaining({ path: '/operations/0/version' })] }) },
    ]);
    const missing = await member.post(`${path('item')}/batch`, {
      operations: [
        { op: 'create', fields: { name: 'x' } },
        { op: 'delete', id: '0190a6e2-7c1d-7b3a-9f00-00000000dead' },
      ],
    });
    expect([missing.status, missing.body]).toEqual([
      404,
      { error: expect.objectContaining({ details: [expect.objectContaining({ path: '/operations/1/id' })] }) },
    ]);
    const taken = await member.post(`${path('item')}/batch`, {
      operations: [
        { op: 'create', fields: { name: 'x' } },
        { op: 'create', fields: { name: 'y', code: 'B2' } },
      ],
    });
    expect([taken.status, taken.body]).toEqual([
      409,
      { error: expect.objectContaining({ details: [expect.objectContaining({ path: '/operations/1/fields/code' })] }) },
    ]);
    const twice = await member.post(`${path('item')}/batch`, {
      operations: [
        { op: 'update', id: item.id },
        { op: 'delete', id: item.id },
      ],
    });
    expect(twice.status).toBe(422);
  });
});
