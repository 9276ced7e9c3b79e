import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestWorkspace, shop, type TestClient, type TestServer, type TestWorkspace } from '@cubit/testing';

interface Item {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
interface Answer {
  readonly results: readonly { readonly result: unknown; readonly record: Item }[];
  readonly events: readonly { readonly name: string }[];
}
interface Refusal {
  readonly error: { readonly code: string; readonly details: readonly { readonly path: string }[] };
}

let server: TestServer;
let workspace: TestWorkspace;
let member: TestClient;
beforeAll(async () => {
  ({ server, workspace, member } = await createTestWorkspace({ modules: [shop] }));
});
afterAll(() => server.close());

const items = () => `${workspace.path}/modules/shop/records/item`;
const batch = () => `${workspace.path}/actions/batch`;

async function addItem(qty: number): Promise<{ readonly kind: string; readonly id: string }> {
  const { body } = await member.post<Item>(items(), { fields: { name: 'Screw', qty } });
  return { kind: 'shop:item', id: body.id };
}
const take = (record: object, qty: number) => ({ action: 'shop:take', record, input: { qty } });
const qtyOf = async ({ id }: { id: string }) => (await member.get<Item>(`${items()}/${id}`)).body.fields['qty'];

describe('a batch of actions', () => {
  it('runs them in order, with one result each', async () => {
    const [one, two] = [await addItem(5), await addItem(5)];
    const { status, body } = await member.post<Answer>(batch(), {
      actions: [take(one, 1), take(two, 2), take(one, 3)],
    });
    expect(status).toBe(200);
    expect(body.results.map(({ result }) => result)).toEqual([{ left: 4 }, { left: 3 }, { left: 1 }]);
    expect(body.results.map(({ record }) => record.fields['qty'])).toEqual([1, 3, 1]);
    expect(body.events.filter(({ name }) => name === 'shop.item.taken')).toHaveLength(3);
  });

  it('changes nothing if one of them is refused, with the path of the fault', async () => {
    const one = await addItem(5);
    const short = await member.post<Refusal>(batch(), { actions: [take(one, 1), take(one, 9)] });
    expect([short.status, short.body.error.code]).toEqual([409, 'insufficient_stock']);
    expect(short.body.error.details.map(({ path }) => path)).toEqual(['/actions/1']);
    const wrong = await member.post<Refusal>(batch(), { actions: [take(one, 1), take(one, -1)] });
    expect([wrong.status, wrong.body.error.details[0]?.path]).toEqual([422, '/actions/1/input/qty']);
    const unknown = await member.post<Refusal>(batch(), { actions: [take(one, 1), { action: 'shop:give' }] });
    expect([unknown.status, unknown.body.error.details[0]?.path]).toEqual([404, '/actions/1/action']);
    const bare = await member.post<Refusal>(batch(), { actions: [{ action: 'shop:take', input: { qty: 1 } }] });
    expect([bare.status, bare.body.error.details[0]?.path]).toEqual([422, '/actions/0/record']);
    expect(await qtyOf(one)).toBe(5);
  });

  it('has 1 to 100 of them', async () => {
    const one = await addItem(500);
    const many = (count: number) =>
      member.post(batch(), { actions: Array.from({ length: count }, () => take(one, 1)) });
    expect([(await many(0)).status, (await many(100)).status, (await many(101)).status]).toEqual([422, 200, 422]);
    expect(await qtyOf(one)).toBe(400);
  });

  it('needs for each the role that the action needs', async () => {
    const one = await addItem(5);
    const viewer = server.as(await workspace.viewer());
    const { status } = await viewer.post(batch(), { actions: [take(one, 1)] });
    expect(status).toBe(403);
  });

  it('is repeated safely with an idempotency key', async () => {
    const one = await addItem(5);
    const send = () =>
      member.post(batch(), { actions: [take(one, 2)] }, { headers: { 'idempotency-key': `batch-${one.id}` } });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    expect(await qtyOf(one)).toBe(3);
  });
});
