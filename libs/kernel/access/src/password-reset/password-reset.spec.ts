import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createClock, createTestServer, type TestServer, type TestUser, until } from '@cubit/testing';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const clock = createClock();
const mails: Mail[] = [];
let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  const mailer = {
    send: (mail: Mail) => {
      mails.push(mail);
      return Promise.resolve();
    },
  };
  server = await createTestServer({ now: clock.now, mailer, settings: { web: true } });
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await server.register();
});

/** Mails to the user of the test: others may still be sent for the test before. */
const mailsOfUser = () => mails.filter(({ to }) => to === user.email);
const LINK_SUBJECT = 'Set a new password';
const linksOfUser = () => mailsOfUser().filter(({ subject }) => subject === LINK_SUBJECT);

const PATH = '/api/v1/me/password-resets';
const NEW = 'a better horse battery';
const ask = (email: string) => server.anonymous.post(PATH, { email });
const reset = (token: string, body: object = { password: NEW }) => server.anonymous.post(`${PATH}/${token}`, body);
const signIn = (email: string, password: string) => server.anonymous.post('/api/v1/me/session', { email, password });

/** Asks for a link and returns its token, from the mail. */
async function mailedToken(email = user.email): Promise<string> {
  const earlier = linksOfUser().length;
  expect((await ask(email)).status).toBe(202);
  const { text } = await until('the link is mailed', () => linksOfUser()[earlier]);
  return /http:\/\/cubit\.test\/reset\/(\S+)/.exec(text)?.[1] ?? '';
}

describe('a password reset', () => {
  it('sets a password by the mailed link, once, ends all sessions and mails that it did', async () => {
    const token = await mailedToken(user.email.toUpperCase());
    expect((await server.anonymous.get(`${PATH}/${token}`)).status).toBe(200);
    expect((await reset(token, { password: 'short' })).status).toBe(422);
    expect((await reset(token)).status).toBe(204);

    await until('the change is mailed', () => mailsOfUser().length > 1);
    expect(mailsOfUser().map(({ subject }) => subject)).toEqual([LINK_SUBJECT, 'Your password was changed']);
    expect((await server.as(user).get('/api/v1/me')).status).toBe(401);
    expect((await signIn(user.email, NEW)).status).toBe(201);
    expect((await reset(token)).status).toBe(404);
    expect((await server.anonymous.get(`${PATH}/${token}`)).status).toBe(404);
  });

  it('answers an unknown address as a known one, and mails nothing to it', async () => {
    const [unknown, known] = [await ask('nobody@example.org'), await ask(user.email)];
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    await mailedToken();
    expect(mails.map(({ to }) => to)).not.toContain('nobody@example.org');
  });

  it('works by the newest link alone, within 30 minutes, and not after the address or the password was changed', async () => {
    const gone = async (token: string) => (await reset(token)).body;
    const unknown = await gone('x'.repeat(43));
    const older = await mailedToken();
    const newer = await mailedToken();
    expect(await gone(older)).toEqual(unknown);
    clock.advance({ minutes: 30 });
    expect(await gone(newer)).toEqual(unknown);

    const { body } = await signIn(user.email, user.password);
    const client = server.as((body as { token: string }).token);
    const beforeAddress = await mailedToken();
    const email = `new-${user.email}`;
    expect((await client.patch('/api/v1/me', { email, current_password: user.password })).status).toBe(200);
    expect(await gone(beforeAddress)).toEqual(unknown);
    user = { ...user, email };
    const beforePassword = await mailedToken();
    await client.patch('/api/v1/me', { password: NEW, current_password: user.password });
    expect(await gone(beforePassword)).toEqual(unknown);
  });

  it('is done once if a link is used many times at the same moment', async () => {
    const token = await mailedToken();
    const replies = await Promise.all(Array.from({ length: 20 }, () => reset(token)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, ...Array<number>(19).fill(404)]);
  });

  it('keeps API tokens unless they are to be revoked', async () => {
    const token = await server.mintToken(user);
    await reset(await mailedToken());
    expect((await server.as(token).get('/api/v1/me')).status).toBe(200);
    await reset(await mailedToken(), { password: NEW, revoke_tokens: true });
    expect((await server.as(token).get('/api/v1/me')).status).toBe(401);
  });

  it('mails an account five links an hour at most', async () => {
    for (let turn = 0; turn < 5; turn += 1) await mailedToken();
    await ask(user.email);
    const first = user;
    // The refused one is audited, and later ones of other accounts are mailed.
    user = await server.register();
    await mailedToken();
    expect(mails.filter(({ to }) => to === first.email)).toHaveLength(5);
  });
});

describe('the list of sessions', () => {
  interface OwnSession {
    readonly id: string;
    readonly current: boolean;
    readonly device: string | null;
  }
  const sessions = async (credential: string | TestUser = user) =>
    (await server.as(credential).get<{ data: OwnSession[] }>('/api/v1/me/sessions')).body.data;
  const begin = async (userAgent: string) => {
    const { body } = await server.anonymous.post<{ token: string }>(
      '/api/v1/me/session',
      { email: user.email, password: user.password },
      { headers: { 'user-agent': userAgent } },
    );
    return body.token;
  };
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

  it('names the browser, and ends one, or all others, at once', async () => {
    const [second, third] = [await begin(FIREFOX), await begin('curl/8.5.0')];
    const shown = await sessions();
    expect(shown.map(({ device, current }) => [device, current]).slice(0, 2)).toEqual([
      ['curl/8.5.0', false],
      ['Firefox on Linux', false],
    ]);
    expect(shown.at(-1)?.current).toBe(true);
    expect((await server.as(user).delete(`/api/v1/me/sessions/${shown[1]?.id}`)).status).toBe(204);
    expect((await server.as(second).get('/api/v1/me')).status).toBe(401);
    expect((await server.as(user).delete(`/api/v1/me/sessions/${shown[1]?.id}`)).status).toBe(404);

    expect((await server.as(user).delete('/api/v1/me/sessions')).status).toBe(400);
    expect((await server.as(user).delete('/api/v1/me/sessions?others=true')).status).toBe(204);
    expect((await server.as(third).get('/api/v1/me')).status).toBe(401);
    expect(await sessions()).toHaveLength(1);
  });

  it('belongs to one user, and is closed to API tokens', async () => {
    const other = await server.register();
    const [own] = await sessions();
    expect((await server.as(other).delete(`/api/v1/me/sessions/${own?.id}`)).status).toBe(404);
    const token = server.as(await server.mintToken(user));
    expect((await token.get('/api/v1/me/sessions')).status).toBe(403);
    expect((await token.delete(`/api/v1/me/sessions/${own?.id}`)).status).toBe(403);
    expect((await token.delete('/api/v1/me/sessions?others=true')).status).toBe(403);
    expect(await sessions()).toHaveLength(1);
  });
});
