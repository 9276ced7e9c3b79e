import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTestWorkspace,
  recordStatements,
  shop,
  type TestClient,
  type TestServer,
  type TestWorkspace,
} from '@cubit/testing';

interface Page {
  readonly data: readonly { readonly id: string; readonly title: string }[];
  readonly error?: { readonly details: readonly { readonly message: string }[] };
}

let server: TestServer;
let workspace: TestWorkspace;
let member: TestClient;
let ids: Record<string, string>;

/** Hall > Rack > Board, and Yard; an item on each. */
beforeAll(async () => {
  ({ server, workspace, member } = await createTestWorkspace({ modules: [shop] }));
  ids = {};
  for (const [name, above] of [['Hall'], ['Rack', 'Hall'], ['Board', 'Rack'], ['Yard']] as const) {
    ids[name] = await create('shelf', { name, ...(above === undefined ? {} : { above: ids[above] }) });
    await create('item', { name: `On ${name}`, shelf: ids[name] });
  }
  await create('item', { name: 'Nowhere' });
});
afterAll(() => server.close());

const records = (kind: string) => `${workspace.path}/modules/shop/records/${kind}`;
const list = (kind: string, filter: string) =>
  member.get<Page>(`${records(kind)}?sort=title&filter=${encodeURIComponent(filter)}`);

async function create(kind: string, fields: object): Promise<string> {
  const { status, body, text } = await member.post<{ id: string }>(records(kind), { fields });
  if (status !== 201) throw new Error(text);
  return body.id;
}

async function titles(kind: string, filter: string): Promise<readonly string[]> {
  const { status, body, text } = await list(kind, filter);
  if (status !== 200) throw new Error(text);
  return body.data.map(({ title }) => title);
}

describe('a filter by a tree', () => {
  it('selects the records at a place and at all places below it', async () => {
    expect(await titles('item', `within(shelf, "${ids['Hall']}")`)).toEqual(['On Board', 'On Hall', 'On Rack']);
    expect(await titles('item', `shelf.above == "${ids['Rack']}"`)).toEqual(['On Board', 'On Rack']);
    expect(await titles('item', `shelf.above != "${ids['Rack']}"`)).toEqual(['On Hall', 'On Yard']);
    expect(await titles('item', `!within(shelf, "${ids['Hall']}") && name != "x"`)).toEqual(['Nowhere', 'On Yard']);
  });

  it('selects the records of the tree itself by their id, or by what is above them', async () => {
    expect(await titles('shelf', `within(id, "${ids['Rack']}")`)).toEqual(['Board', 'Rack']);
    expect(await titles('shelf', `within(above, "${ids['Hall']}")`)).toEqual(['Board', 'Rack']);
  });

  it('reads all its subtrees by one statement, whatever the depth', async () => {
    const statements = await recordStatements(server.database, () =>
      list('item', `within(shelf, "${ids['Hall']}") || within(shelf, "${ids['Yard']}")`),
    );
    expect(statements.filter((text) => text.includes('recursive'))).toHaveLength(1);
  });

  it('selects nothing below a place of another workspace', async () => {
    const other = await server.workspace();
    const stranger = server.as(await other.member());
    const { body } = await stranger.get<Page>(
      `${other.path}/modules/shop/records/item?filter=${encodeURIComponent(`within(shelf, "${ids['Hall']}")`)}`,
    );
    expect(body.data).toEqual([]);
  });

  it('ends at a cycle', async () => {
    const [one, two] = [await create('shelf', { name: 'One' }), await create('shelf', { name: 'Two' })];
    await member.patch(`${records('shelf')}/${one}`, { fields: { above: two } });
    await member.patch(`${records('shelf')}/${two}`, { fields: { above: one } });
    expect(await titles('shelf', `within(id, "${one}")`)).toEqual(['One', 'Two']);
  });

  it('is refused for a field that refers to no tree, with the position', async () => {
    const { status, body } = await list('item', `within(code, "${ids['Hall']}")`);
    expect(status).toBe(400);
    expect(body.error?.details[0]?.message).toContain('does not. (at position 7)');
  });

  it('is a filter of groups and of views too', async () => {
    const filter = encodeURIComponent(`within(shelf, "${ids['Hall']}")`);
    const { body } = await member.get<{ groups: readonly { values: object }[] }>(
      `${records('item')}/aggregate?filter=${filter}`,
    );
    expect(body.groups).toMatchObject([{ values: { count: 3 } }]);
  });
});
