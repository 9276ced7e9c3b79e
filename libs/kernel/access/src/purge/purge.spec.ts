import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClock, createTestServer, type TestServer } from '@cubit/testing';
import { purgeCredentials } from './purge-credentials.js';
import { purgeDeletedWorkspaces } from './purge-deleted-workspaces.js';

const clock = createClock();
let server: TestServer;

beforeAll(async () => {
  server = await createTestServer({ now: clock.now });
});
afterAll(() => server.close());

const rowsOf = async (table: 'member' | 'invitation' | 'audit_log' | 'event', workspaceId: string) =>
  (await server.database.db.selectFrom(table).select('workspace_id').where('workspace_id', '=', workspaceId).execute())
    .length;

async function addEvents(workspaceId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => ({
    workspace_id: workspaceId,
    id: server.kernel.services.newId(),
    name: 'core.thing.happened',
    occurred_at: clock.now(),
    actor: JSON.stringify({ type: 'system', id: null, via: { type: 'system', id: null } }),
    cause: null,
    payload: '{}',
    subject_kind: null,
    record_ids: [],
  }));
  await server.database.db.insertInto('event').values(rows).execute();
}

describe('the purge of deleted workspaces', () => {
  it('deletes all rows of such workspaces, in as many steps as needed, and no others', async () => {
    const [gone, kept] = [await server.workspace(), await server.workspace()];
    await gone.member();
    for (const { id } of [gone, kept]) await addEvents(id, 2_500);
    await server.as(gone.owner).delete(gone.path, { confirm: gone.slug });
    clock.advance({ minutes: 10 });
    expect(await purgeDeletedWorkspaces(server.database.db, { now: clock.now() })).toBe(1);
    for (const table of ['member', 'invitation', 'audit_log', 'event'] as const)
      expect(await rowsOf(table, gone.id)).toBe(0);
    expect(await rowsOf('event', kept.id)).toBe(2_500);
    expect(await rowsOf('member', kept.id)).toBe(1);
    expect(await purgeDeletedWorkspaces(server.database.db, { now: clock.now() })).toBe(0);
  });

  it('waits until no earlier request can still write', async () => {
    const { owner, path, slug, id } = await server.workspace();
    await server.as(owner).delete(path, { confirm: slug });
    clock.advance({ minutes: 9 });
    expect(await purgeDeletedWorkspaces(server.database.db, { now: clock.now() })).toBe(0);
    expect(await rowsOf('member', id)).toBe(1);
    clock.advance({ minutes: 1 });
    expect(await purgeDeletedWorkspaces(server.database.db, { now: clock.now() })).toBe(1);
  });

  it('can be interrupted and repeated', async () => {
    const { owner, path, slug, id } = await server.workspace();
    await server.as(owner).delete(path, { confirm: slug });
    clock.advance({ minutes: 10 });
    const context = { now: clock.now() };
    expect(await purgeDeletedWorkspaces(server.database.db, { ...context, signal: AbortSignal.abort() })).toBe(0);
    expect(await purgeDeletedWorkspaces(server.database.db, context)).toBe(1);
    expect(await rowsOf('member', id)).toBe(0);
  });

  it('keeps the audit entry of the deletion', async () => {
    const { owner, path, slug, id } = await server.workspace();
    await server.as(owner).delete(path, { confirm: slug });
    clock.advance({ minutes: 10 });
    await purgeDeletedWorkspaces(server.database.db, { now: clock.now() });
    const rows = await server.database.db
      .selectFrom('audit_log')
      .select('target')
      .where('action', '=', 'workspace.deleted')
      .execute();
    expect(rows).toContainEqual({ target: { workspace_id: id, slug } });
  });
});

describe('the purge of credentials', () => {
  it('deletes credentials that have been invalid for 30 days, and no earlier', async () => {
    const { owner, path } = await server.workspace();
    await server.as(owner).post(`${path}/invitations`, { email: 'old@example.org', role: 'viewer' });
    await server.as(owner).delete('/api/v1/me/session');
    const count = async () => {
      const tables = (['session', 'refresh_token', 'invitation'] as const).map((table) =>
        server.database.db.selectFrom(table).selectAll().execute(),
      );
      return (await Promise.all(tables)).map((rows) => rows.length);
    };
    const before = await count();
    clock.advance({ days: 29 });
    await purgeCredentials(server.database.db, { now: clock.now() });
    expect(await count()).toEqual(before);
    clock.advance({ days: 9 });
    expect(await purgeCredentials(server.database.db, { now: clock.now() })).toBeGreaterThan(0);
    expect(await count()).toEqual([0, 0, 0]);
  });

  it('deletes pairings of displays as soon as they have expired', async () => {
    const { db } = server.database;
    const at = clock.now();
    const pairing = (code: string, minutes: number) => ({
      ...{ secret_hash: Buffer.from(code), code, created_at: at, display_id: null },
      expires_at: new Date(at.getTime() + minutes * 60_000),
    });
    await db
      .insertInto('display_pairing')
      .values([pairing('BCDFGH', 1), pairing('JKLMNP', 10)])
      .execute();
    clock.advance({ minutes: 2 });
    await purgeCredentials(db, { now: clock.now() });
    expect(await db.selectFrom('display_pairing').select('code').execute()).toEqual([{ code: 'JKLMNP' }]);
  });

  it('keeps active sessions', async () => {
    const user = await server.register();
    clock.advance({ days: 29 });
    const { email, password } = user;
    const { body } = await server.anonymous.post<{ token: string }>('/api/v1/me/session', { email, password });
    clock.advance({ days: 2 });
    await purgeCredentials(server.database.db, { now: clock.now() });
    const sessions = await server.database.db.selectFrom('session').select('id').execute();
    expect(sessions).toHaveLength(1);
    expect(body.token).toBeDefined();
  });
});
