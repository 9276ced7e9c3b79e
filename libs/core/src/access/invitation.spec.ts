import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClock, createTestServer, type TestServer, type TestUser, type TestWorkspace } from '@cubit/testing';

const clock = createClock();
const mails: { readonly to: string; readonly subject: string; readonly text: string }[] = [];
let mailFails = false;
let server: TestServer;

beforeAll(async () => {
  const mailer = {
    send: (mail: (typeof mails)[number]) => {
      mails.push(mail);
      return mailFails ? Promise.reject(new Error('no such mailbox')) : Promise.resolve();
    },
  };
  server = await createTestServer({ now: clock.now, mailer });
});
afterAll(() => server.close());

interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly token: string;
  readonly url: string;
  readonly expires_at: string;
}

let guests = 0;
function invite(
  by: TestUser,
  { path }: TestWorkspace,
  given: { readonly email?: string; readonly role?: string } = {},
) {
  guests += 1;
  return server.as(by).post<Invitation>(`${path}/invitations`, {
    email: `guest-${guests}@example.org`,
    role: 'member',
    ...given,
  });
}
const accept = (user: TestUser, token: string) => server.as(user).post(`/api/v1/me/invitations/${token}/accept`);
const list = (by: TestUser, { path }: TestWorkspace) =>
  server.as(by).get<{ data: readonly Invitation[] }>(`${path}/invitations`);
async function session(user: TestUser): Promise<TestUser> {
  const { email, password } = user;
  const { body } = await server.anonymous.post<{ token: string }>('/api/v1/me/session', { email, password });
  return { ...user, token: body.token };
}

describe('an invitation', () => {
  it('is made by an admin, with a token and a link that are shown once', async () => {
    const workspace = await server.workspace();
    const { status, body } = await invite(await workspace.admin(), workspace, { email: 'grace@example.org' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ email: 'grace@example.org', role: 'member' });
    expect(body.url).toBe(`http://cubit.test/invitations/${body.token}`);
    expect(Date.parse(body.expires_at) - clock.now().getTime()).toBe(7 * 24 * 60 * 60 * 1_000);
    const shown = await list(workspace.owner, workspace);
    expect(shown.body.data.map(({ id }) => id)).toContain(body.id);
    expect(shown.text).not.toContain(body.token);
  });

  it('is not for members to make or to see', async () => {
    const workspace = await server.workspace();
    const member = await workspace.member();
    expect((await invite(member, workspace)).status).toBe(403);
    expect((await list(member, workspace)).status).toBe(403);
  });

  it('is for a role that its maker has', async () => {
    const workspace = await server.workspace();
    const admin = await workspace.admin();
    expect((await invite(admin, workspace, { role: 'owner' })).status).toBe(403);
    expect((await invite(admin, workspace, { role: 'admin' })).status).toBe(201);
    expect((await invite(workspace.owner, workspace, { role: 'owner' })).status).toBe(201);
  });

  it('is not for somebody who is a member already', async () => {
    const workspace = await server.workspace();
    const { email } = await workspace.member();
    const { status, body } = await invite(workspace.owner, workspace, { email: email.toUpperCase() });
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: { code: 'already_exists', details: [{ path: '/email' }] } });
  });

  it('is mailed', async () => {
    const workspace = await server.workspace();
    const { body } = await invite(workspace.owner, workspace, { email: 'mailed@example.org' });
    const mail = mails.find(({ to }) => to === 'mailed@example.org');
    expect(mail?.text).toContain(body.url);
    expect(mail?.subject).toContain(workspace.slug);
  });

  it('is made also where its mail cannot be sent, and the log tells without the link', async () => {
    mailFails = true;
    const workspace = await server.workspace();
    const { status, body } = await invite(workspace.owner, workspace);
    mailFails = false;
    expect(status).toBe(201);
    const warning = server.log.entries.find(({ message }) => message.includes('mailed'));
    expect(warning?.level).toBe('warn');
    expect(JSON.stringify(server.log.entries)).not.toContain(body.token);
  });

  it('is kept as a hash', async () => {
    const workspace = await server.workspace();
    const { body } = await invite(workspace.owner, workspace);
    const [rows, audits] = await Promise.all([
      server.database.db.selectFrom('invitation').selectAll().execute(),
      server.database.db.selectFrom('audit_log').selectAll().execute(),
    ]);
    expect(rows.map(({ token_hash }) => token_hash.toString())).not.toContain(body.token);
    expect(JSON.stringify([rows, audits])).not.toContain(body.token);
  });
});

describe('accepting an invitation', () => {
  it('joins with the role of the invitation', async () => {
    const workspace = await server.workspace();
    const { body } = await invite(workspace.owner, workspace, { role: 'viewer' });
    const guest = await server.register();
    const joined = await accept(guest, body.token);
    expect(joined.status).toBe(200);
    expect(joined.body).toMatchObject({ id: workspace.id, slug: workspace.slug, role: 'viewer' });
    expect((await server.as(guest).get(workspace.path)).status).toBe(200);
    expect((await list(workspace.owner, workspace)).body.data).toEqual([]);
  });

  it('works once, also for two at once', async () => {
    const workspace = await server.workspace();
    const { body } = await invite(workspace.owner, workspace);
    const guests = [await server.register(), await server.register(), await server.register()];
    const replies = await Promise.all(guests.map((guest) => accept(guest, body.token)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  it('changes nothing for a member, and leaves the invitation open', async () => {
    const workspace = await server.workspace();
    const viewer = await workspace.viewer();
    const { body } = await invite(workspace.owner, workspace, { role: 'admin' });
    expect((await accept(viewer, body.token)).status).toBe(409);
    expect((await server.as(viewer).patch(workspace.path, { name: 'X' })).status).toBe(403);
    expect((await accept(await server.register(), body.token)).status).toBe(200);
  });

  it('is answered alike for unknown, revoked and expired invitations', async () => {
    const workspace = await server.workspace();
    const guest = await server.register();
    const unknown = await accept(guest, 'x'.repeat(43));
    expect(unknown.status).toBe(404);

    const revoked = await invite(workspace.owner, workspace);
    const path = `${workspace.path}/invitations/${revoked.body.id}`;
    expect((await server.as(workspace.owner).delete(path)).status).toBe(204);
    expect((await server.as(workspace.owner).delete(path)).status).toBe(204);
    expect((await accept(guest, revoked.body.token)).text).toBe(unknown.text);

    const expired = await invite(workspace.owner, workspace);
    clock.advance({ days: 7 });
    const [again, owner] = [await session(guest), await session(workspace.owner)];
    expect((await accept(again, expired.body.token)).text).toBe(unknown.text);
    expect((await list(owner, workspace)).body.data).toEqual([]);
  });

  it('cannot be taken back', async () => {
    const workspace = await server.workspace();
    const { body } = await invite(workspace.owner, workspace);
    await accept(await server.register(), body.token);
    const late = await server.as(workspace.owner).delete(`${workspace.path}/invitations/${body.id}`);
    expect(late.status).toBe(409);
  });

  it('of another workspace cannot be revoked', async () => {
    const [ours, theirs] = [await server.workspace(), await server.workspace()];
    const { body } = await invite(theirs.owner, theirs);
    expect((await server.as(ours.owner).delete(`${ours.path}/invitations/${body.id}`)).status).toBe(404);
    expect((await accept(await server.register(), body.token)).status).toBe(200);
  });
});
