import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fieldsCapability } from '@cubit/fields';
import { createWakeQueue, jobsCapability } from '@cubit/jobs';
import { createTestServer, type TestClient, type TestServer, type TestWorkspace } from '@cubit/testing';
import { studio } from '../../fixtures/studio.module.js';
import { viewsCapability } from '../views-capability.js';

interface View {
  readonly id: string;
  readonly name: string;
  readonly problems: readonly { readonly path: string }[];
  readonly [member: string]: unknown;
}
interface Page {
  readonly data: readonly { readonly title: string; readonly fields: Readonly<Record<string, unknown>> }[];
  readonly next_cursor: string | null;
  readonly total?: number;
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}
interface Refusal {
  readonly error: {
    readonly code: string;
    readonly details: readonly { readonly path: string; readonly code: string }[];
  };
}

let server: TestServer;
let workspace: TestWorkspace;
let admin: TestClient;
let member: TestClient;
let viewer: TestClient;
let views: string;
beforeAll(async () => {
  server = await createTestServer({
    modules: [studio],
    capabilities: ({ connection, log }) => {
      const jobs = jobsCapability({ queue: createWakeQueue({ connection, log }), roles: ['api', 'worker'] });
      return [jobs, fieldsCapability({ jobs: jobs.jobs }), viewsCapability()];
    },
  });
  workspace = await server.workspace();
  [admin, member, viewer] = [
    server.as(await workspace.admin()),
    server.as(await workspace.member()),
    server.as(await workspace.viewer()),
  ];
  views = `${workspace.path}/views`;
  const pieces = `${workspace.path}/modules/studio/records/piece`;
  for (const [name, state, rank] of [
    ['Bowl', 'made', 3],
    ['Cup', 'planned', 1],
    ['Dish', 'made', 2],
  ] as const)
    await member.post(pieces, { fields: { name, state, rank, due_on: '2026-02-01' } });
});
afterAll(() => server.close());

async function save(client: TestClient, view: object): Promise<View> {
  const reply = await client.post<View>(views, { name: 'View', kind: 'studio:piece', ...view });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body;
}
const faultsOf = ({ body }: { readonly body: unknown }) =>
  (body as Refusal).error.details.map(({ path, code }) => `${path} ${code}`);

describe('a view', () => {
  it('is returned completely, with defaults for omitted members', async () => {
    const reply = await member.post<View>(views, { name: 'All', kind: 'studio:piece' });
    expect([reply.status, reply.headers['location']]).toEqual([201, `${views}/${reply.body.id}`]);
    expect(reply.body).toMatchObject({
      name: 'All',
      kind: 'studio:piece',
      filter: null,
      sort: null,
      fields: null,
      group: null,
      lanes: null,
      layout: 'table',
      layout_options: {},
      shared: false,
      locked: false,
      problems: [],
    });
    expect((await member.get(`${views}/${reply.body.id}`)).body).toEqual(reply.body);
  });

  it('returns the same list as its kind, in pages', async () => {
    const { id } = await save(member, { filter: 'state == "made"', sort: 'rank', fields: ['rank', 'updated_at'] });
    const first = await member.get<Page>(`${views}/${id}/records?limit=1&count=exact`);
    const second = await member.get<Page>(`${views}/${id}/records?limit=1&cursor=${first.body.next_cursor}`);
    expect([first.body.total, ...first.body.data, ...second.body.data]).toMatchObject([
      2,
      { title: 'Dish', fields: { rank: 2 } },
      { title: 'Bowl', fields: { rank: 3 } },
    ]);
    expect([Object.keys(first.body.data[0]?.fields ?? {}), second.body.next_cursor]).toEqual([['rank'], null]);
  });

  it.each([
    [{ kind: 'studio:nothing' }, ['/kind unknown']],
    [{ filter: 'rank == "x"' }, ['/filter type']],
    [{ filter: 'depth > 1' }, ['/filter unknown_name']],
    [{ sort: '-depth' }, ['/sort invalid']],
    [{ sort: 'rank,rank' }, ['/sort invalid']],
    [{ fields: ['rank', 'depth'] }, ['/fields/1 unknown']],
    [{ layout: 'board' }, ['/layout_options/group_by required']],
    [{ layout: 'board', layout_options: { group_by: 'rank' } }, ['/layout_options/group_by type']],
    [{ layout: 'calendar', layout_options: { date: 'state' } }, ['/layout_options/date type']],
    [{ layout: 'gallery', layout_options: { cover: 'rank' } }, ['/layout_options/cover type']],
    [{ layout: 'table', layout_options: { group_by: 'state' } }, ['/layout_options/group_by unknown']],
    [{ layout: 'board', group: 'state', layout_options: { group_by: 'state' } }, ['/layout_options/group_by unknown']],
    [{ group: 'depth' }, ['/group invalid']],
    [{ group: 'state,due_on' }, ['/group invalid']],
    [{ group: 'state', lanes: 'created_at' }, ['/lanes invalid']],
    [{ lanes: 'state' }, ['/group required']],
    [{ group: 'state', lanes: 'state' }, ['/lanes duplicate']],
    [{ layout: 'pie' }, ['/layout enum']],
    [{ colour: 'red' }, ['/colour unknown']],
  ])('is refused as %j', async (change, faults) => {
    const reply = await member.post(views, { name: 'Wrong', kind: 'studio:piece', ...change });
    expect([reply.status, faultsOf(reply)]).toEqual([422, faults]);
  });

  it('is grouped by a key of groups, with lanes by a second one, and returns their fields', async () => {
    const board = { layout: 'board', group: 'state', lanes: 'due_on:week' };
    const { id } = await save(member, { ...board, fields: ['name'] });
    expect((await member.get<View>(`${views}/${id}`)).body).toMatchObject({ ...board, problems: [] });
    const { body } = await member.get<Page>(`${views}/${id}/records?limit=1`);
    expect(Object.keys(body.data[0]?.fields ?? {})).toContain('state');
    const patched = await member.patch<View>(`${views}/${id}`, { group: 'created_by', lanes: null });
    expect(patched.body).toMatchObject({ group: 'created_by', lanes: null });
  });

  it.each([
    ['board', { group_by: 'state' }],
    ['calendar', { date: 'due_on' }],
    ['calendar', { date: 'due_on', end: 'due_on' }],
    ['calendar', { date: 'created_at', end: 'updated_at' }],
    ['gallery', { cover: 'photo' }],
    ['gallery', {}],
  ])('with the layout %s accepts %j, and always returns these fields', async (layout, layout_options) => {
    const { id } = await save(member, { layout, layout_options, fields: ['name'] });
    const { body } = await member.get<Page>(`${views}/${id}/records?limit=1`);
    const shown = ['name', ...Object.values(layout_options)].filter(
      (name) => !['photo', 'created_at', 'updated_at'].includes(name),
    );
    expect(new Set(Object.keys(body.data[0]?.fields ?? {}))).toEqual(new Set(shown));
  });

  it('that is not shared is visible only to its creator', async () => {
    const own = await save(member, { name: 'Mine' });
    for (const client of [admin, viewer])
      expect([
        (await client.get(`${views}/${own.id}`)).status,
        (await client.get(`${views}/${own.id}/records`)).status,
      ]).toEqual([404, 404]);
    expect((await admin.patch(`${views}/${own.id}`, { name: 'Theirs' })).status).toBe(404);
    expect((await admin.delete(`${views}/${own.id}`)).status).toBe(404);
    const listed = await admin.get<{ data: View[] }>(`${views}?limit=200`);
    expect(listed.body.data.map(({ id }) => id)).not.toContain(own.id);
  });

  it('is shared, and then changed, only by admins', async () => {
    expect((await member.post<Refusal>(views, { name: 'X', kind: 'studio:piece', shared: true })).body.error.code).toBe(
      'forbidden',
    );
    expect((await viewer.post<Refusal>(views, { name: 'X', kind: 'studio:piece' })).body.error.code).toBe('forbidden');
    const shared = await save(admin, { name: 'Shared', shared: true });
    expect((await viewer.get<Page>(`${views}/${shared.id}/records`)).body.data).toHaveLength(3);
    expect((await member.patch(`${views}/${shared.id}`, { name: 'Y' })).status).toBe(403);
    expect((await member.delete(`${views}/${shared.id}`)).status).toBe(403);
    expect((await admin.patch<View>(`${views}/${shared.id}`, { name: 'Y' })).body.name).toBe('Y');
    expect((await admin.delete(`${views}/${shared.id}`)).status).toBe(204);
  });

  it('that is locked must be unlocked before it is changed or deleted', async () => {
    const { id } = await save(member, { locked: true });
    expect((await member.patch(`${views}/${id}`, { name: 'New' })).status).toBe(409);
    expect((await member.delete(`${views}/${id}`)).status).toBe(409);
    expect((await member.patch<View>(`${views}/${id}`, { name: 'New', locked: false })).body.name).toBe('New');
    expect((await member.delete(`${views}/${id}`)).status).toBe(204);
  });

  it('is changed by a merge patch, and validated as a whole', async () => {
    const { id } = await save(member, { layout: 'board', layout_options: { group_by: 'state' }, filter: 'rank > 1' });
    const cleared = await member.patch<View>(`${views}/${id}`, { filter: null, layout: 'table' });
    expect(cleared.body).toMatchObject({ filter: null, layout: 'table', layout_options: {} });
    expect((await member.patch(`${views}/${id}`, { layout: 'calendar' })).status).toBe(422);
  });

  it('that names a missing field reports the problem and still works', async () => {
    const definition = { kind: 'studio:piece', name: 'glaze', type: 'select', options: ['blue'] };
    const field = await admin.post<{ id: string }>(`${workspace.path}/field-definitions`, definition);
    const { id, problems } = await save(member, {
      filter: 'glaze == "blue"',
      sort: 'glaze,-rank',
      fields: ['glaze', 'rank'],
      layout: 'board',
      layout_options: { group_by: 'glaze' },
    });
    expect([problems, (await member.get<Page>(`${views}/${id}/records`)).body.data]).toEqual([[], []]);
    await admin.delete(`${workspace.path}/field-definitions/${field.body.id}`);

    const opened = await member.get<Page>(`${views}/${id}/records`);
    expect(opened.body.problems.map(({ path }) => path)).toEqual([
      '/filter',
      '/sort',
      '/fields/0',
      '/layout_options/group_by',
    ]);
    expect(opened.body.data.map(({ title, fields }) => [title, fields])).toEqual([
      ['Bowl', { rank: 3 }],
      ['Dish', { rank: 2 }],
      ['Cup', { rank: 1 }],
    ]);
    expect((await member.get<View>(`${views}/${id}`)).body.problems).toEqual(opened.body.problems);
  });

  it('is hidden with its module, and belongs to one workspace', async () => {
    const { id } = await save(member, { name: 'Kept' });
    await admin.patch(`${workspace.path}/modules/studio`, { enabled: false });
    expect((await member.get(`${views}/${id}`)).status).toBe(404);
    expect((await member.get<{ data: View[] }>(views)).body.data).toEqual([]);
    await admin.patch(`${workspace.path}/modules/studio`, { enabled: true });
    expect((await member.get(`${views}/${id}`)).status).toBe(200);

    const other = await server.workspace();
    expect((await server.as(other.owner).get(`${other.path}/views/${id}`)).status).toBe(404);
  });

  it('is listed by position, in pages', async () => {
    const other = await server.workspace();
    const owner = server.as(other.owner);
    for (const [name, position] of [
      ['B', 2],
      ['A', 1],
      ['C', undefined],
    ] as const)
      await owner.post(`${other.path}/views`, { name, kind: 'studio:piece', ...(position ? { position } : {}) });
    const first = await owner.get<{ data: View[]; next_cursor: string; total: number }>(
      `${other.path}/views?limit=2&count=exact`,
    );
    const rest = await owner.get<{ data: View[] }>(`${other.path}/views?limit=2&cursor=${first.body.next_cursor}`);
    expect(
      [first.body.total, ...first.body.data, ...rest.body.data].map((view) =>
        typeof view === 'number' ? view : view.name,
      ),
    ).toEqual([3, 'A', 'B', 'C']);
    expect((await owner.get<{ data: View[] }>(`${other.path}/views?kind=studio:tool`)).body.data).toEqual([]);
  });
});
