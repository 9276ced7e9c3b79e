import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Clock, createClock, createTestServer, shop, type TestServer } from '@cubit/testing';
import { Upkeep } from './upkeep.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ modules: [shop] });
});
afterAll(() => server.close());

interface Entry {
  readonly id: string;
  readonly action: string;
  readonly user: { readonly id: string; readonly name: string } | null;
  readonly address: string;
}
interface Page {
  readonly data: readonly Entry[];
  readonly next_cursor: string | null;
  readonly total?: number;
}

describe('the audit log of a workspace', () => {
  it('is read newest first, in pages, only by its admins', async () => {
    const workspace = await server.workspace();
    const [admin, member] = [await workspace.admin(), await workspace.member()];
    const path = `${workspace.path}/audit-log`;
    const read = (query = '') => server.as(admin).get<Page>(`${path}${query}`);
    await server.as(workspace.owner).patch(workspace.path, { name: 'Renamed' });

    const { body: all } = await read('?count=exact');
    expect(all.data[0]).toMatchObject({
      action: 'workspace.updated',
      user: { id: workspace.owner.id, name: expect.stringContaining('User') },
      address: '127.0.0.1',
    });
    expect(all.total).toBe(all.data.length);
    const pages: Entry[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: { body: Page } = await read(`?limit=2${cursor && `&cursor=${cursor}`}`);
      pages.push(...body.data);
      cursor = body.next_cursor;
    }
    expect(pages).toEqual(all.data);
    expect((await server.as(member).get(path)).status).toBe(403);
    expect((await server.as(await server.register()).get(path)).status).toBe(404);
  });

  it('includes sign-ins of its members since they joined, and nothing of others', async () => {
    const workspace = await server.workspace();
    const { email, password } = workspace.owner;
    const stranger = await server.register();
    await server.anonymous.post('/api/v1/me/session', { email: stranger.email, password: stranger.password });
    await server.anonymous.post('/api/v1/me/session', { email, password: 'a wrong password' });
    await server.anonymous.post('/api/v1/me/session', { email, password });

    const { body } = await server.as(workspace.owner).get<Page>(`${workspace.path}/audit-log?action=session.*`);
    expect(body.data.map(({ action, user }) => [action, user?.id])).toEqual([
      ['session.created', workspace.owner.id],
      ['session.refused', workspace.owner.id],
    ]);
  });

  it('is filtered by action, actor and time', async () => {
    const workspace = await server.workspace();
    const member = await workspace.member();
    const read = async (query: string) => {
      const path = `${workspace.path}/audit-log?${new URLSearchParams(query).toString()}`;
      return (await server.as(workspace.owner).get<Page>(path)).body.data;
    };
    expect((await read('action=workspace.created')).map(({ action }) => action)).toEqual(['workspace.created']);
    expect((await read(`user_id=${member.id}`)).map(({ action }) => action)).toEqual(['member.joined']);
    const [newest] = await read('limit=1');
    expect(newest).toBeDefined();
    expect(await read('before=2000-01-01T00:00:00Z')).toEqual([]);
    expect((await read('after=2000-01-01T00:00:00Z')).length).toBeGreaterThan(1);
    expect((await server.as(workspace.owner).get(`${workspace.path}/audit-log?action=A`)).status).toBe(400);
  });
});

describe('an event', () => {
  it('is kept for the configured time, and no longer', async () => {
    const clock: Clock = createClock();
    const old = await createTestServer({ modules: [shop], now: clock.now });
    try {
      const workspace = await old.workspace();
      const owner = old.as(workspace.owner);
      const shelves = `${workspace.path}/modules/shop/records/shelf`;
      const shelf = await owner.post(shelves, { fields: { name: 'A' } });
      expect(shelf.status).toBe(201);
      const kept = async () => {
        const { rows } = await old.database.pool.query<Record<string, number>>(
          'select (select count(*) from event) as events, (select count(*) from record_change) as changes, (select count(*) > 0 from audit_log) as audited',
        );
        return rows[0];
      };
      await owner.get(`${workspace.path}/event-log`);
      const upkeep = (retention: { eventDays: number | null; historyDays: number | null; auditDays: number | null }) =>
        new Upkeep({
          database: old.database,
          log: old.log,
          now: () => new Date(clock.now().getTime() + 40 * DAY_MS),
          retention: { ...retention, retiredDays: null },
          registry: old.kernel.services.registry,
        }).run();

      await upkeep({ eventDays: 50, historyDays: null, auditDays: 50 });
      expect(await kept()).toEqual({ events: 1, changes: 1, audited: true });
      await upkeep({ eventDays: 30, historyDays: 30, auditDays: 30 });
      expect(await kept()).toEqual({ events: 0, changes: 0, audited: false });
    } finally {
      await old.close();
    }
  });
});
