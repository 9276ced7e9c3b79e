import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTestServer,
  recordStatements,
  type TestClient,
  type TestServer,
  type TestWorkspace,
} from '@cubit/testing';
import { studio } from '../../fixtures/studio.module.js';
import { viewsCapability } from '../views-capability.js';

interface Tag {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly count: number;
}
interface Rec {
  readonly id: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly version: number;
  readonly updated_at: string;
}
interface Refusal {
  readonly error: { readonly code: string; readonly details: readonly { readonly path: string }[] };
}

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ modules: [studio], capabilities: () => [viewsCapability()] });
});
afterAll(() => server.close());

interface Studio {
  readonly workspace: TestWorkspace;
  readonly member: TestClient;
  readonly pieces: string;
  readonly tags: string;
  piece(name: string, tags: readonly string[]): Promise<Rec>;
  read(id: string): Promise<Rec>;
  list(): Promise<readonly Tag[]>;
  tag(name: string): Promise<Tag>;
}

async function startStudio(): Promise<Studio> {
  const workspace = await server.workspace();
  const member = server.as(await workspace.member());
  const [pieces, tags] = [`${workspace.path}/modules/studio/records/piece`, `${workspace.path}/tags`];
  const list = async () => (await member.get<{ data: readonly Tag[] }>(`${tags}?limit=200`)).body.data;
  return {
    workspace,
    member,
    pieces,
    tags,
    list,
    async piece(name, given) {
      const reply = await member.post<Rec>(pieces, { fields: { name }, tags: given });
      if (reply.status !== 201) throw new Error(reply.text);
      return reply.body;
    },
    read: async (id) => (await member.get<Rec>(`${pieces}/${id}`)).body,
    async tag(name) {
      const found = (await list()).find((tag) => tag.name === name);
      if (!found) throw new Error(`There is no tag ${name}.`);
      return found;
    },
  };
}

const brief = (tags: readonly Tag[]) => tags.map(({ name, count }) => [name, count]);

describe('a tag', () => {
  it('is created when it is first used on a record, with a colour and a count', async () => {
    const { piece, list } = await startStudio();
    await piece('Bowl', ['fragile', 'blue']);
    await piece('Cup', ['blue']);
    const tags = await list();
    expect(brief(tags)).toEqual([
      ['blue', 2],
      ['fragile', 1],
    ]);
    for (const { color } of tags) expect(color).toMatch(/^#[0-9a-f]{6}$/);
  });

  it('is the same tag in any letter case', async () => {
    const { member, piece, list, tags, pieces } = await startStudio();
    await piece('Bowl', ['SMD']);
    const second = await piece('Cup', ['smd', 'Smd']);
    expect([second.tags, brief(await list())]).toEqual([['SMD'], [['SMD', 2]]]);
    const created = await member.post<Refusal>(tags, { name: 'sMd' });
    expect([created.status, created.body.error.code]).toEqual([409, 'already_exists']);
    const patched = await member.patch<Rec>(`${pieces}/${second.id}`, { tags: ['smd', 'Ärmel'] });
    expect(patched.body.tags).toEqual(['SMD', 'Ärmel']);
    expect((await member.patch<Rec>(`${pieces}/${second.id}`, { tags: ['smd', 'ÄRMEL'] })).body.version).toBe(2);
  });

  it.each(['ﷺ'.repeat(100), '😀'.repeat(100), 'a/b?c#d %', `'"\\`])('accepts the name %s', async (name) => {
    const { member, piece, pieces, read } = await startStudio();
    const { id } = await piece('Bowl', []);
    expect((await member.put(`${pieces}/${id}/tags/${encodeURIComponent(name)}`)).status).toBe(200);
    expect((await read(id)).tags).toEqual([name]);
    expect((await member.delete(`${pieces}/${id}/tags/${encodeURIComponent(name)}`)).status).toBe(204);
    expect((await read(id)).tags).toEqual([]);
  });

  it('that two users create at the same time is one tag', async () => {
    const { piece, list } = await startStudio();
    const names = ['New', 'new', 'NEW', 'nEw'];
    const made = await Promise.all(names.map((name) => piece(name, [name])));
    expect(new Set(made.flatMap(({ tags }) => tags)).size).toBe(1);
    expect(brief(await list()).map(([, count]) => count)).toEqual([4]);
  });

  it('is created, read, recoloured and deleted by members, and readable by viewers', async () => {
    const { workspace, member, tags, list } = await startStudio();
    const made = await member.post<Tag>(tags, { name: 'unused', color: '#112233' });
    expect([made.status, made.headers['location'], made.body.count]).toEqual([201, `${tags}/${made.body.id}`, 0]);
    const viewer = server.as(await workspace.viewer());
    expect((await viewer.get<Tag>(`${tags}/${made.body.id}`)).body).toEqual(made.body);
    expect((await viewer.post(tags, { name: 'x' })).status).toBe(403);
    expect((await member.patch<Tag>(`${tags}/${made.body.id}`, { color: '#445566' })).body.color).toBe('#445566');
    expect((await member.patch(`${tags}/${made.body.id}`, { color: 'reddish' })).status).toBe(422);
    const glassy = await member.patch<Tag & { color_alpha: number }>(`${tags}/${made.body.id}`, { color: 'f008' });
    expect([glassy.body.color, glassy.body.color_alpha]).toEqual(['#ff0000', 0.533]);
    const opaque = await member.patch<Tag>(`${tags}/${made.body.id}`, { color: 'Teal' });
    expect(opaque.body).toEqual({ ...made.body, color: '#008080', updated_at: expect.any(String) });
    expect((await member.delete(`${tags}/${made.body.id}`)).status).toBe(204);
    expect(await list()).toEqual([]);
    const other = await startStudio();
    expect((await other.member.get(`${other.tags}/${made.body.id}`)).status).toBe(404);
  });

  it('is added to and removed from a record, repeatably and with `If-Match`', async () => {
    const { member, piece, pieces, read } = await startStudio();
    const { id } = await piece('Bowl', ['Blue']);
    const put = await member.put<Rec>(`${pieces}/${id}/tags/fragile`);
    expect([put.status, put.headers['etag'], put.body.tags]).toEqual([200, '"2"', ['Blue', 'fragile']]);
    expect((await member.put<Rec>(`${pieces}/${id}/tags/FRAGILE`)).body.version).toBe(2);
    expect((await member.put(`${pieces}/${id}/tags/new`, undefined, { headers: { 'if-match': '"1"' } })).status).toBe(
      412,
    );
    expect((await member.delete(`${pieces}/${id}/tags/blue`)).status).toBe(204);
    expect((await member.delete(`${pieces}/${id}/tags/blue`)).status).toBe(204);
    expect((await read(id)).tags).toEqual(['fragile']);
    expect((await member.put(`${pieces}/0190a6e2-7c1d-7b3a-9f00-00000000ffff/tags/x`)).status).toBe(404);
    expect((await member.put(`${pieces}/${id}/tags/${encodeURIComponent(' x')}`)).status).toBe(404);
  });

  it('can be filtered', async () => {
    const { member, piece, pieces } = await startStudio();
    await piece('Bowl', ['blue']);
    await piece('Cup', []);
    const titles = async (filter: string) =>
      (await member.get<{ data: readonly Rec[] }>(`${pieces}?${new URLSearchParams({ filter })}`)).body.data.map(
        ({ title }) => title,
      );
    expect([await titles('"blue" in tags'), await titles('!("blue" in tags)')]).toEqual([['Bowl'], ['Cup']]);
  });

  it('counts live records of enabled modules', async () => {
    const { workspace, member, piece, pieces, list } = await startStudio();
    const { id } = await piece('Bowl', ['blue']);
    await piece('Cup', ['blue']);
    await member.delete(`${pieces}/${id}`);
    expect(brief(await list())).toEqual([['blue', 1]]);
    await server.as(workspace.owner).patch(`${workspace.path}/modules/studio`, { enabled: false });
    expect(brief(await list())).toEqual([['blue', 0]]);
  });
});

describe('renaming and merging a tag', () => {
  it('updates every record in one statement, with version and history, including the trash', async () => {
    const { member, piece, pieces, read, tag, tags, list } = await startStudio();
    const [bowl, cup] = [await piece('Bowl', ['a', 'old', 'z']), await piece('Cup', ['old'])];
    await piece('Dish', ['z']);
    await member.delete(`${pieces}/${cup.id}`);
    const { id } = await tag('old');
    const statements = await recordStatements(server.database, () => member.patch(`${tags}/${id}`, { name: 'new' }));
    expect(statements.filter((text) => /update record\b/.test(text))).toHaveLength(1);

    const after = await read(bowl.id);
    expect([after.tags, after.version]).toEqual([['a', 'new', 'z'], 2]);
    const { body } = await member.get<{ data: readonly { version: number; changes: unknown }[] }>(
      `${pieces}/${bowl.id}/history`,
    );
    expect(body.data[0]).toMatchObject({
      version: 2,
      changes: [{ path: '/tags', from: ['a', 'old', 'z'], to: ['a', 'new', 'z'] }],
    });
    expect((await member.post<Rec>(`${pieces}/${cup.id}/restore`)).body.tags).toEqual(['new']);
    expect(brief(await list())).toEqual([
      ['a', 1],
      ['new', 2],
      ['z', 2],
    ]);
  });

  it('of one workspace does not affect others', async () => {
    const [here, there] = [await startStudio(), await startStudio()];
    await here.piece('Bowl', ['same']);
    const theirs = await there.piece('Bowl', ['same']);
    await here.member.patch(`${here.tags}/${(await here.tag('same')).id}`, { name: 'other' });
    expect(await there.read(theirs.id)).toEqual(theirs);
  });

  it('refuses the name of another tag, and accepts another letter case of its own', async () => {
    const { member, piece, read, tag, tags } = await startStudio();
    const { id } = await piece('Bowl', ['one', 'two']);
    const one = await tag('one');
    const refused = await member.patch<Refusal>(`${tags}/${one.id}`, { name: 'TWO' });
    expect([refused.status, refused.body.error.code, refused.body.error.details[0]?.path]).toEqual([
      409,
      'already_exists',
      '/name',
    ]);
    await member.patch(`${tags}/${one.id}`, { name: 'ONE' });
    expect((await read(id)).tags).toEqual(['ONE', 'two']);
  });

  it('into another tag keeps one of them, once on each record', async () => {
    const { member, piece, read, tag, tags, list } = await startStudio();
    const [both, first] = [await piece('Both', ['red', 'crimson']), await piece('First', ['crimson'])];
    const [red, crimson] = [await tag('red'), await tag('crimson')];
    const merged = await member.post<Tag>(`${tags}/${crimson.id}/merge`, { into: red.id });
    expect([merged.status, merged.body.name, merged.body.count]).toEqual([200, 'red', 2]);
    expect([(await read(both.id)).tags, (await read(first.id)).tags]).toEqual([['red'], ['red']]);
    expect(brief(await list())).toEqual([['red', 2]]);
    expect((await member.post(`${tags}/${red.id}/merge`, { into: red.id })).status).toBe(422);
    expect((await member.post(`${tags}/${red.id}/merge`, { into: crimson.id })).status).toBe(422);
    expect((await member.post(`${tags}/${crimson.id}/merge`, { into: red.id })).status).toBe(404);
  });

  it('and deleting one removes it from its records', async () => {
    const { member, piece, read, tag, tags } = await startStudio();
    const { id } = await piece('Bowl', ['gone', 'kept']);
    await member.delete(`${tags}/${(await tag('gone')).id}`);
    expect((await read(id)).tags).toEqual(['kept']);
  });

  it('updates the search immediately: records are found by the new name only', async () => {
    const { workspace, member, piece, tag, tags } = await startStudio();
    await piece('Bowl', ['zirconia', 'kept']);
    await piece('Cup', ['basalt']);
    const found = async (q: string) =>
      (await member.get<{ data: readonly Rec[] }>(`${workspace.path}/search?q=${q}`)).body.data.map(
        ({ title }) => title,
      );
    expect(await found('zirconia')).toEqual(['Bowl']);

    const { id } = await tag('zirconia');
    await member.patch(`${tags}/${id}`, { name: 'porcelain' });
    expect([await found('zirconia'), await found('porcelain'), await found('kept')]).toEqual([[], ['Bowl'], ['Bowl']]);
    await member.post(`${tags}/${(await tag('basalt')).id}/merge`, { into: id });
    expect([await found('basalt'), (await found('porcelain')).toSorted()]).toEqual([[], ['Bowl', 'Cup']]);
    await member.delete(`${tags}/${id}`);
    expect([await found('porcelain'), await found('kept'), await found('cup')]).toEqual([[], ['Bowl'], ['Cup']]);
  });

  it('loses no concurrent change of the tags of a record', async () => {
    const { member, piece, pieces, tag, tags, list } = await startStudio();
    await piece('First', ['start']);
    const { id } = await tag('start');
    const renamed = member.patch(`${tags}/${id}`, { name: 'finish' });
    const tagged = Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const made = await piece(`Piece ${index}`, ['other']);
        return member.put<Rec>(`${pieces}/${made.id}/tags/start`);
      }),
    );
    const [rename, puts] = await Promise.all([renamed, tagged]);
    expect([rename.status, ...puts.map(({ status }) => status)]).toEqual(Array.from({ length: 9 }, () => 200));
    const counts = new Map((await list()).map(({ name, count }) => [name, count]));
    expect((counts.get('start') ?? 0) + (counts.get('finish') ?? 0)).toBe(9);
  });
});
