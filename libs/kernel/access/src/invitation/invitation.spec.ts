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
  given: { readonly email?: string; readonly role?: string; readonly bind?: boolean } = {},
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
  it('is created by an admin, with a token and a link that are shown once', async () => {
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

  it('is neither created nor seen by members', async () => {
    const workspace = await server.workspace();
    const member = await workspace.member();
    expect((await invite(member, workspace)).status).toBe(403);
    expect((await list(member, workspace)).status).toBe(403);
  });

  it('has at most the role of its creator', async () => {
    const workspace = await server.workspace();
    const admin = await workspace.admin();
    expect((await invite(admin, workspace, { role: 'owner' })).status).toBe(403);
    expect((await invite(admin, workspace, { role: 'admin' })).status).toBe(201);
    expect((await invite(workspace.owner, workspace, { role: 'owner' })).status).toBe(201);
  });

  it('is refused for a member', async () => {
    const workspace = await server.workspace();
    const { email } = await workspace.member();
    const { status, body } = await invite(workspace.owner, workspace, { email: email.toUpperCase() });
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: { code: 'already_exists', details: [{ path: '/email' }] } });
  });

  it('is sent by email', async () => {
    const workspace = await server.workspace();
    const { body } = await invite(workspace.owner, workspace, { email: 'mailed@example.org' });
    const mail = mails.find(({ to }) => to === 'mailed@example.org');
    expect(mail?.text).toContain(body.url);
    expect(mail?.subject).toContain(workspace.slug);
  });

  it('is created even if its email fails, which is logged without the link', async () => {
    mailFails = true;
    const workspace = await server.workspace();
    const { status, body } = await invite(workspace.owner, workspace);
    mailFails = false;
    expect(status).toBe(201);
    const warning = server.log.entries.find(({ message }) => message.includes('mailed'));
    expect(warning?.level).toBe('warn');
    expect(JSON.stringify(server.log.entries)).not.toContain(body.token);
  });

  it('is stored as a hash', async () => {
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
    const { body } = await invite(workspace.owner, workspace, { role: 'viewer', bind: false });
    const guest = await server.register();
    const joined = await accept(guest, body.token);
    expect(joined.status).toBe(200);
    expect(joined.body).toMatchObject({ id: workspace.id, slug: workspace.slug, role: 'viewer' });
    expect((await server.as(guest).get(workspace.path)).status).toBe(200);
    expect((await list(workspace.owner, workspace)).body.data).toEqual([]);
  });

  it('succeeds once, also for two concurrent requests', async () => {
    const workspace = await server.workspace();
    const { body } = await invite(workspace.owner, workspace, { bind: false });
    const guests = [await server.register(), await server.register(), await server.register()];
    const replies = await Promise.all(guests.map((guest) => accept(guest, body.token)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  it('changes nothing for a member, and leaves the invitation open', async () => {
    const workspace = await server.workspace();
    const viewer = await workspace.viewer();
    const { body } = await invite(workspace.owner, workspace, { role: 'admin', bind: false });
    expect((await accept(viewer, body.token)).status).toBe(409);
    expect((await server.as(viewer).patch(workspace.path, { name: 'X' })).status).toBe(403);
    expect((await accept(await server.register(), body.token)).status).toBe(200);
  });

  it('gets the same answer for unknown, revoked and expired invitations', async () => {
    const workspace = await server.workspace();
    const guest = await server.register();
    const unknown = await accept(guest, 'x'.repeat(43));
    expect(unknown.status).toBe(404);

    const revoked = await invite(workspace.owner, workspace, { bind: false });
    const path = `${workspace.path}/invitations/${revoked.body.id}`;
    expect((await server.as(workspace.owner).delete(path)).status).toBe(204);
    expect((await server.as(workspace.owner).delete(path)).status).toBe(204);
    expect((await accept(guest, revoked.body.token)).text).toBe(unknown.text);

    const expired = await invite(workspace.owner, workspace, { bind: false });
    clock.advance({ days: 7 });
    const [again, owner] = [await session(guest), await session(workspace.owner)];
    expect((await accept(again, expired.body.token)).text).toBe(unknown.text);
    expect((await list(owner, workspace)).body.data).toEqual([]);
  });

  it('cannot be undone by revoking the invitation', async () => {
    const workspace = await server.workspace();
    const { body } = await invite(workspace.owner, workspace, { bind: false });
    await accept(await server.register(), body.token);
    const late = await server.as(workspace.owner).delete(`${workspace.path}/invitations/${body.id}`);
    expect(late.status).toBe(409);
  });

  it('of another workspace cannot be revoked', async () => {
    const [ours, theirs] = [await server.workspace(), await server.workspace()];
    const { body } = await invite(theirs.owner, theirs, { bind: false });
    expect((await server.as(ours.owner).delete(`${ours.path}/invitations/${body.id}`)).status).toBe(404);
    expect((await accept(await server.register(), body.token)).status).toBe(200);
  });
});

describe('an invitation to an address', () => {
  it('is for the account with that address, in any letter case, and is not used up by others', async () => {
    const workspace = await server.workspace();
    const [guest, other] = [await server.register(), await server.register()];
    const { body } = await invite(workspace.owner, workspace, { email: guest.email.toUpperCase() });
    expect(body).toMatchObject({ bind: true });

    const refused = await accept(other, body.token);
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    expect(refused.text).toContain('U***@EXAMPLE.ORG');
    expect(refused.text.toLowerCase()).not.toContain(guest.email);
    expect((await accept(guest, body.token)).status).toBe(200);
  });

  it('cannot create an account with another address', async () => {
    const workspace = await server.workspace();
    const { body } = await invite(workspace.owner, workspace, { email: 'invited@example.org' });
    const register = (email: string) =>
      server.anonymous.post('/api/v1/me/registration', {
        email,
        password: 'correct horse battery',
        name: 'Guest',
        invitation: body.token,
      });
    expect(await register('somebody.else@example.org')).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden' } },
    });
    expect((await register('invited@example.org')).status).toBe(201);
  });

  it('can be accepted by anybody with the link if created with `bind: false`', async () => {
    const workspace = await server.workspace();
    const { body } = await invite(workspace.owner, workspace, { bind: false });
    expect(body).toMatchObject({ bind: false });
    expect((await accept(await server.register(), body.token)).status).toBe(200);
  });

  it('can be accepted by anybody with the link if created before `bind` existed', async () => {
    const workspace = await server.workspace();
    const { body } = await invite(workspace.owner, workspace);
    // As an earlier version of the program wrote the row.
    await server.database.read(
      `with old as (delete from invitation where id = $1 returning *)
       insert into invitation (workspace_id, id, email, role, token_hash, invited_by, created_at, expires_at)
       select workspace_id, id, email, role, token_hash, invited_by, created_at, expires_at from old`,
      [body.id],
    );
    expect((await accept(await server.register(), body.token)).status).toBe(200);
  });
});

describe('the page of an invitation', () => {
  const page = (url: string) => server.anonymous.get(new URL(url).pathname);

  it('shows who invites to what and how to accept, without external resources', async () => {
    const owner = await server.register({ name: 'Grace <b>&"Hopper"</b>' });
    const workspace = await server.workspace({ owner, slug: 'maker-lab' });
    const { body } = await invite(owner, workspace, { email: 'guest@example.org', role: 'admin' });
    const { status, headers, text } = await page(body.url);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      ),
    });
    expect(text).toContain('Grace &lt;b&gt;&amp;&quot;Hopper&quot;&lt;/b&gt; invites you to join maker-lab');
    expect(text).toContain('<strong>admin</strong>');
    expect(text).toContain('g***@example.org');
    expect(text).not.toContain('guest@example.org');
    expect(text).toContain(body.token);
    expect(text).not.toMatch(/<script|<b>|(?:src|href)=/);
  });

  it('does not accept the invitation', async () => {
    const workspace = await server.workspace();
    const guest = await server.register();
    const { body } = await invite(workspace.owner, workspace, { email: guest.email });
    await page(body.url);
    expect((await accept(guest, body.token)).status).toBe(200);
  });

  it('is the same for every invalid link', async () => {
    const workspace = await server.workspace();
    const guest = await server.register();
    const used = await invite(workspace.owner, workspace, { email: guest.email });
    await accept(guest, used.body.token);
    const revoked = await invite(workspace.owner, workspace);
    await server.as(workspace.owner).delete(`${workspace.path}/invitations/${revoked.body.id}`);
    const urls = [
      used.body.url,
      revoked.body.url,
      `http://cubit.test/invitations/${'x'.repeat(43)}`,
      'http://cubit.test/invitations/x',
    ];
    const replies = await Promise.all(urls.map(page));
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.text).not.toContain(workspace.slug);
  });
});
