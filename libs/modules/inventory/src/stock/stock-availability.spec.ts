import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, recordStatements, type TestClient, type TestServer } from '@cubit/testing';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';

interface Row {
  readonly id: string;
  readonly available: boolean;
  readonly reason: string | null;
}
type Target = Parameters<Stockroom['read']>[0];

let server: TestServer;
let client: TestClient;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory] });
  const workspace = await server.workspace();
  client = server.as(workspace.owner);
  room = new Stockroom(client, workspace.path);
});
afterAll(() => server.close());

const listed = async ({ kind, id }: Target) => {
  const path = `${room.path}/modules/${kind.replace(':', '/records/')}/${id}/actions`;
  return (await client.get<{ data: readonly Row[] }>(path)).body.data;
};
const offered = async (target: Target, action: string) =>
  (await listed(target)).find(({ id }) => id === `inventory:${action}`);

describe('stock availability', () => {
  it.each(['use_one', 'use', 'lend'])('%s is unavailable without stock, with a reason', async (action) => {
    const part = await room.addPart();
    const row = await offered(part, action);
    const input = { use_one: {}, use: { qty: 2 }, lend: { holder: 'Ada' } }[action] ?? {};
    const { status, body } = await room.run(action, part, input);

    expect([status, body.error.code]).toEqual([409, 'insufficient_stock']);
    expect(row).toMatchObject({ available: false, reason: (body.error.details[0] as { message?: string }).message });
  });

  it('is available again once there is stock, and not while all of it is reserved', async () => {
    const part = await room.addPart();
    await room.do('add', part, { qty: 2 });
    expect(await offered(part, 'use_one')).toMatchObject({ available: true, reason: null });
    await room.do('reserve', part, { qty: 2, for: { kind: part.kind, id: part.id } });
    expect(await offered(part, 'use_one')).toMatchObject({ available: false });
  });

  it('is available without stock if negative stock is allowed', async () => {
    const workspace = await server.workspace();
    const owner = server.as(workspace.owner);
    await owner.patch(`${workspace.path}/modules/inventory`, { settings: { allow_negative: true } });
    const other = new Stockroom(owner, workspace.path);
    const part = await other.addPart();
    const path = `${workspace.path}/modules/inventory/records/part/${part.id}/actions`;
    const { body } = await owner.get<{ data: readonly Row[] }>(path);

    expect(body.data.find(({ id }) => id === 'inventory:use_one')).toMatchObject({ available: true });
    await other.do('use_one', part);
  });

  it('returns the first result of a repeated cause key also without stock', async () => {
    const part = await room.addPart();
    await room.do('add', part, { qty: 1 });
    await room.do('use_one', part, { cause_key: 'the last' });

    expect((await room.do('use_one', part, { cause_key: 'the last' })).result).toMatchObject({ duplicate: true });
    expect((await room.run('use_one', part, { cause_key: 'another' })).status).toBe(409);
  });
});

describe('the actions of a stock item', () => {
  it('are listed in a constant number of statements', async () => {
    const { items } = await room.stocked([5]);
    await listed(items[0]!);
    const statements = await recordStatements(server.kernel.services.database, () => listed(items[0]!));

    expect((await listed(items[0]!)).length).toBeGreaterThan(12);
    expect(statements.length).toBeLessThan(12);
  });
});
