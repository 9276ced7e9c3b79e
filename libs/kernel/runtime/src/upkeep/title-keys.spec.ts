import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestWorkspace, shop, type TestClient, type TestServer, type TestWorkspace } from '@cubit/testing';
import { sql } from 'kysely';
import { TitleKeys } from './title-keys.js';

let server: TestServer;
let workspace: TestWorkspace;
let member: TestClient;
beforeAll(async () => {
  ({ server, workspace, member } = await createTestWorkspace({ modules: [shop] }));
});
afterAll(() => server.close());

interface Rec {
  readonly id: string;
  readonly title: string;
  readonly version: number;
}
const items = () => `${workspace.path}/modules/shop/records/item`;
const add = async (name: string) => (await member.post<Rec>(items(), { fields: { name } })).body;
const read = async (id: string) => (await member.get<Rec>(`${items()}/${id}`)).body;
const titles = async () => (await member.get<{ data: readonly Rec[] }>(`${items()}?sort=name`)).body.data;
const makeKeys = () => new TitleKeys({ ...server, registry: server.kernel.registry }).run();

describe('records of a program that knows no keys of titles', () => {
  it('are sorted by their title, and as all others when their key is made, without a change of the record', async () => {
    const { db } = server.database;
    for (const name of ['Äpfel', 'apfel 10', 'Bolt']) await add(name);
    const { id } = await add('apfel 9');
    const before = await read(id);
    await sql`insert into record_shop_item (workspace_id, kind, id, title, fields, created_at, updated_at)
      select workspace_id, kind, gen_random_uuid(), 'apfel 11', '{"name": "apfel 11"}', now(), now() from record_shop_item where id = ${id}`.execute(
      db,
    );
    await sql`update record_shop_item set title = 'zapfen 9' where id = ${id}`.execute(db);
    const keys = await sql<{ title: string }>`select title from record_shop_item where title_key is null`.execute(db);
    expect(keys.rows.map(({ title }) => title).toSorted()).toEqual(['apfel 11', 'zapfen 9']);
    expect(await titles()).toHaveLength(5);

    await sql`update record_shop_item set title = 'apfel 9' where id = ${id}`.execute(db);
    await Promise.all([makeKeys(), makeKeys()]);
    expect((await titles()).map(({ title }) => title)).toEqual(['Äpfel', 'apfel 9', 'apfel 10', 'apfel 11', 'Bolt']);
    expect(await read(id)).toEqual(before);
  });
});
