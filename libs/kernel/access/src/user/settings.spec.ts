import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, type TestUser, type TestWorkspace } from '@cubit/testing';

const PATH = '/api/v1/me/settings';
let server: TestServer;
let workspace: TestWorkspace;
let ada: TestUser;

beforeAll(async () => {
  server = await createTestServer();
  workspace = await server.workspace();
  ada = await workspace.member();
});
afterAll(() => server.close());

interface Setting {
  readonly key: string;
  readonly value: unknown;
}
const put = (key: string, value: unknown, query = '', user: TestUser | string = ada) =>
  server.as(user).request<Setting>({
    method: 'PUT',
    path: `${PATH}/${key}${query}`,
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json' },
  });
const list = async (query = '', user: TestUser | string = ada) =>
  (await server.as(user).get<{ data: readonly Setting[] }>(`${PATH}${query}`)).body.data.map(({ key, value }) => [
    key,
    value,
  ]);

describe('personal settings', () => {
  it.each([
    ['object', { columns: ['name'], width: 1.5 }],
    ['list', [1, 'two', null]],
    ['text', 'dark'],
    ['number', 0],
    ['boolean', false],
    ['null', null],
  ])('keep a value that is: %s', async (key, value) => {
    const stored = await put(key, value);
    expect(stored.status).toBe(200);
    expect(stored.body).toMatchObject({ key, value });
    expect(await list()).toContainEqual([key, value]);
  });

  it('replace the value of a key, and forget a deleted one', async () => {
    await put('theme', 'light');
    await put('theme', 'dark');
    expect((await list()).filter(([key]) => key === 'theme')).toEqual([['theme', 'dark']]);
    expect((await server.as(ada).delete(`${PATH}/theme`)).status).toBe(204);
    expect((await server.as(ada).delete(`${PATH}/theme`)).status).toBe(404);
    expect((await list()).some(([key]) => key === 'theme')).toBe(false);
  });

  it('are apart by workspace, which slug and id name alike', async () => {
    await put('parts.columns', ['name'], `?workspace=${workspace.slug}`);
    await put('parts.columns', ['qty']);
    expect(await list(`?workspace=${workspace.id}`)).toEqual([['parts.columns', ['name']]]);
    expect(await list()).toContainEqual(['parts.columns', ['qty']]);
  });

  it('are apart by person', async () => {
    const eve = await workspace.viewer();
    await put('secret', 'of Ada');
    expect(await list('', eve)).toEqual([]);
  });

  it('do not exist in a workspace of others, as in one that there is not', async () => {
    const other = await server.workspace();
    for (const name of [other.slug, other.id, 'no-such-workspace'])
      expect((await put('theme', 'dark', `?workspace=${name}`)).status).toBe(404);
  });

  it('reach only the workspace of a token that is bound to one', async () => {
    const second = await server.workspace({ owner: ada });
    const token = await server.mintToken(ada, { name: 'Bound', workspace: workspace.slug });
    expect((await put('bound', 1, `?workspace=${workspace.slug}`, token)).status).toBe(200);
    expect((await put('bound', 1, `?workspace=${second.slug}`, token)).status).toBe(404);
    expect((await put('bound', 1, '', token)).status).toBe(403);
    expect((await server.as(token).get(PATH)).status).toBe(403);
  });

  it.each(['Theme', '-x', 'a'.repeat(101), 'a%2Fb'])('refuse the key %s', async (key) => {
    expect((await put(key, 1)).status).toBe(404);
  });

  it('take 64 KiB of JSON in a key, not more', async () => {
    const text = (bytes: number) => 'x'.repeat(bytes - 2);
    expect((await put('long', text(64 * 1024))).status).toBe(200);
    const refused = await put('long', text(64 * 1024 + 1));
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ error: { details: [{ path: '', code: 'too_long' }] } });
  });

  it('have 200 keys at most, also where the last two come at once', async () => {
    const bob = await server.register();
    for (let index = 0; index < 199; index += 1) await put(`key-${index}`, index, '', bob);
    const last = await Promise.all([put('last', 1, '', bob), put('other', 1, '', bob)]);
    expect(last.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await put('key-0', 'changed', '', bob)).status).toBe(200);
    expect(await list('', bob)).toHaveLength(200);
  });
});
