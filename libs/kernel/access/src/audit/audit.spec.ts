import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { SYSTEM_ACTOR } from '@cubit/core/host';
import { audit } from './audit.js';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const entries = () => server.database.db.selectFrom('audit_log').selectAll().orderBy('id').execute();

describe('the audit log', () => {
  it('records who did what, to what, with which credential and from where, without secrets', async () => {
    const { anonymous, as } = server;
    const owner = await server.register();
    const { email, password } = owner;
    const secrets = [password, owner.token];

    await anonymous.post('/api/v1/me/session', { email, password: 'not the password' });
    const session = await anonymous.post<{ token: string }>('/api/v1/me/session', { email, password });
    await as(owner).post('/api/v1/me/orgs', { slug: 'audited', name: 'Audited' });
    const token = await as(owner).post<{ id: string; token: string }>('/api/v1/me/api-tokens', {
      name: 'Printer',
      workspace: 'audited',
    });
    await as(token.body.token).patch('/api/v1/orgs/audited', { name: 'Renamed' });
    const path = '/api/v1/orgs/audited/invitations';
    const invited = await as(owner).post<{ token: string }>(path, { email: 'x@example.org', role: 'viewer' });
    const unused = await as(owner).post<{ id: string }>(path, { email: 'y@example.org', role: 'viewer' });
    await as(owner).delete(`${path}/${unused.body.id}`);
    const guest = await server.register({ email: 'x@example.org' });
    await as(guest).post(`/api/v1/me/invitations/${invited.body.token}/accept`);
    await as(owner).patch(`/api/v1/orgs/audited/members/${guest.id}`, { role: 'member' });
    await as(owner).delete(`/api/v1/orgs/audited/members/${guest.id}`);
    await as(owner).delete(`/api/v1/me/api-tokens/${token.body.id}`);
    await as(owner).patch('/api/v1/me', { password: 'another password', current_password: password });
    await as(owner).delete('/api/v1/orgs/audited', { confirm: 'audited' });
    await as(owner).delete('/api/v1/me/session');
    secrets.push('not the password', 'another password', session.body.token, token.body.token, invited.body.token);

    const rows = await entries();
    expect(rows.map(({ action }) => action)).toEqual([
      'user.registered',
      'session.refused',
      'session.created',
      'workspace.created',
      'token.created',
      'workspace.updated',
      'invitation.created',
      'invitation.created',
      'invitation.revoked',
      'user.registered',
      'member.joined',
      'member.role_changed',
      'member.removed',
      'token.revoked',
      'user.updated',
      'workspace.deleted',
      'session.ended',
    ]);
    expect(rows.map(({ user_id }) => user_id)).toEqual([
      ...Array.from({ length: 9 }, () => owner.id),
      guest.id,
      guest.id,
      ...Array.from({ length: 6 }, () => owner.id),
    ]);
    expect(rows.every(({ address }) => address === '127.0.0.1')).toBe(true);
    expect(rows[5]?.actor).toEqual({ type: 'user', id: owner.id, via: { type: 'api_token', id: token.body.id } });
    const text = JSON.stringify(rows);
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it('has an entry only for committed changes', async () => {
    const before = (await entries()).length;
    const work = server.database.transaction(async (tx) => {
      await audit(tx, { workspaceId: null, actor: SYSTEM_ACTOR, action: 'thing.done', target: {}, address: null });
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect(await entries()).toHaveLength(before);
  });
});
