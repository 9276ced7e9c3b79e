import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { KERNEL_MIGRATIONS } from '@cubit/database';
import {
  createTestWorkspace,
  FAKE_INTERVALS,
  shop,
  type TestClient,
  type TestServer,
  type TestWorkspace,
} from '@cubit/testing';

interface LoggedEvent {
  readonly id: string;
  readonly name: string;
  readonly org_id: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

let server: TestServer;
let workspace: TestWorkspace;
let member: TestClient;
let address: string;
beforeAll(async () => {
  ({ server, workspace, member } = await createTestWorkspace({ modules: [shop] }));
  address = await server.listen();
});
afterAll(() => server.close());

const addShelf = async (name: string) =>
  (await member.post<{ id: string }>(`${workspace.path}/modules/shop/records/shelf`, { fields: { name } })).body.id;
const log = async (query = '') =>
  (await member.get<{ data: LoggedEvent[]; next_cursor: string | null }>(`${workspace.path}/event-log?${query}`)).body;

/** Reads frames of the stream until `enough` is true. */
async function follow(
  enough: (text: string) => boolean,
  {
    token,
    headers = {},
    query = '',
  }: { readonly token: string; readonly headers?: Record<string, string>; readonly query?: string },
  onOpen: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string> {
  const abort = new AbortController();
  const response = await fetch(`${address}${workspace.path}/event-stream${query}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: abort.signal,
  });
  if (!response.body) throw new Error(`The stream answers ${response.status}.`);
  let text = '';
  let opened: Promise<unknown> | undefined;
  for await (const chunk of response.body) {
    text += Buffer.from(chunk).toString();
    // The headers are sent before the first frame: a stream that is closed between them has no frame.
    opened ??= onOpen();
    if (enough(text)) break;
  }
  await opened;
  abort.abort();
  return text;
}

describe('the event log', () => {
  it('contains the events of every earlier answer, newest first, with the workspace in the payload', async () => {
    const first = await addShelf('One');
    const second = await addShelf('Two');
    const { data } = await log('name=shop.shelf.*&limit=2');
    expect(data.map(({ payload }) => payload['shelfId'])).toEqual([second, first]);
    expect(data[0]).toMatchObject({
      name: 'shop.shelf.created',
      org_id: workspace.id,
      payload: { orgId: workspace.id },
    });
  });

  it('names the records of each event with their present titles, where it is asked to', async () => {
    const id = await addShelf('Old name');
    expect((await log(`record_id=${id}`)).data[0]).not.toHaveProperty('records');
    const shelf = `${workspace.path}/modules/shop/records/shelf/${id}`;
    await member.patch(shelf, { fields: { name: 'New name' } });
    const named = async () => (await log(`record_id=${id}&expand=records`)).data.at(-1);
    expect(await named()).toMatchObject({ records: [{ kind: 'shop:shelf', id, title: 'New name' }] });
    await server.as(workspace.owner).delete(`${shelf}?permanent=true`);
    expect(await named()).toMatchObject({ records: [{ kind: 'shop:shelf', id, title: null }] });
  });

  it('is filtered by record, kind and time, and paged', async () => {
    const id = await addShelf('Looked for');
    expect((await log(`record_id=${id}`)).data).toHaveLength(1);
    expect((await log('kind=shop:item')).data).toEqual([]);
    expect((await log('after=2999-01-01T00:00:00Z')).data).toEqual([]);
    const page = await log('limit=1');
    const next = await log(`limit=1&cursor=${encodeURIComponent(String(page.next_cursor))}`);
    expect(next.data[0]?.id).not.toBe(page.data[0]?.id);
  });

  it('shows nothing of another workspace', async () => {
    const other = await server.workspace();
    expect((await server.as(other.owner).get<{ data: object[] }>(`${other.path}/event-log`)).body.data).toEqual([]);
  });
});

describe('the event stream', () => {
  it('delivers events live, and resumes after the last event that the client has', async () => {
    const token = await server.mintToken(await workspace.member());
    const live = await follow(
      (text) => text.includes('shop.shelf.created'),
      { token },
      () => addShelf('Live'),
    );
    const id = /id: (.*)/.exec(live)?.[1] ?? '';
    await addShelf('Missed one');
    const missed = await addShelf('Missed two');
    const resumed = await follow((text) => text.includes(missed), { token, headers: { 'last-event-id': id } });
    expect(resumed.match(/^event: shop\.shelf\.created$/gm)).toHaveLength(2);
    expect(resumed).not.toContain(id);
  });

  it('tells a client whose last event was deleted to read the log', async () => {
    const token = await server.mintToken(await workspace.member());
    const text = await follow((sofar) => sofar.includes('resync'), {
      token,
      headers: { 'last-event-id': '0190a6e2-7c1d-7b3a-9f00-00000000dead' },
    });
    expect(text).toContain('event: resync');
  });

  it('is closed when its token is revoked', async () => {
    const user = await workspace.member();
    const token = await server.mintToken(user, { name: 'To be revoked' });
    const listed = await server.as(user).get<{ data: { id: string; name: string }[] }>('/api/v1/me/api-tokens');
    const id = listed.body.data.find(({ name }) => name === 'To be revoked')?.id ?? '';
    const text = await follow(
      () => false,
      { token },
      () => server.as(user).delete(`/api/v1/me/api-tokens/${id}`),
    );
    expect(text).toContain('retry:');
  });

  it('that is filtered sends a comment after 15 s without a byte, although the workspace is busy', async () => {
    const token = await server.mintToken(await workspace.member());
    jest.useFakeTimers(FAKE_INTERVALS);
    try {
      const text = await follow(
        (sofar) => sofar.includes(': keep-alive'),
        { token, query: '?name=shop.item.*' },
        async () => {
          // One event in each second.
          for (let second = 0; second < 15; second += 1) {
            await addShelf(`Busy ${second}`);
            jest.advanceTimersByTime(1_000);
          }
        },
      );
      expect(text).toBe('retry: 1000\n\n: keep-alive\n\n');
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('events of an earlier version, which had their position in the event', () => {
  it('keep their order, and those without one get theirs', async () => {
    const { db, pool } = server.database;
    for (const name of ['Three', 'Four', 'Five']) await addShelf(name);
    const before = await log('limit=100');
    const newest = String(before.data[0]?.id);
    await server.kernel.stop();
    await pool.query(`
      alter table event add column position bigint;
      update event e set position = s.position from event_sequenced s where s.workspace_id = e.workspace_id and s.id = e.id;
      drop table event_sequenced, event_unsequenced;
      create index event_unpositioned on event (id) where position is null;
      create index event_order on event (workspace_id, position);
      create index event_place on event (position) where position is not null;
      create index event_name on event (workspace_id, name, position);
      create index event_age on event (occurred_at)`);
    await pool.query('update event set position = null where id = $1', [newest]);
    await KERNEL_MIGRATIONS.migrations['0010-insert-only-events']?.up(db);
    const { rows } = await pool.query('select id from event_unsequenced');
    expect(rows).toEqual([{ id: newest }]);
    expect(await log('limit=100')).toEqual(before);
    await addShelf('Six');
    const after = await log('limit=100');
    expect(after.data.slice(1)).toEqual(before.data);
  });
});
