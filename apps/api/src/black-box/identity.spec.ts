import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@cubit/testing';
import { startProgram, type Program } from '@cubit/testing/shipped';

const PASSWORD = 'correct horse battery';
/** Ten times what is promised: a machine that is busy with other work may be late, but not by this much. */
const REVOKED_ELSEWHERE_MS = 10_000;

let given: TestDatabase;
const programs: Program[] = [];
beforeAll(async () => {
  given = await createTestDatabase();
  const { connectionString = '' } = given.connection;
  const environment = { DATABASE_URL: connectionString, REGISTRATION: 'open', TRUST_PROXY: '127.0.0.1', WEB: 'off' };
  for (let count = 0; count < 2; count += 1) programs.push(await startProgram({ environment }));
});
afterAll(async () => {
  for (const program of programs) await program.stop();
  await given.drop();
});

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** The program to which the request is sent. */
  readonly program?: number;
}

async function send({ method = 'POST', path, body, headers = {}, program = 0 }: Sent) {
  const response = await fetch(`${programs[program]!.address}${path}`, {
    method,
    headers: { connection: 'close', ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: (isJson ? JSON.parse(text) : {}) as { token?: string; url?: string; id?: string; error?: { code: string } },
  };
}

const bearer = (token = '') => ({ authorization: `Bearer ${token}` });
const cookieOf = (headers: Headers, name: string) =>
  headers
    .getSetCookie()
    .find((line) => line.includes(`${name}=`))
    ?.split(';')[0] ?? '';
let people = 0;
async function register(given: object = {}) {
  people += 1;
  const person = { email: `person-${people}@example.org`, name: 'Person', password: PASSWORD, ...given };
  return { ...person, ...(await send({ path: '/api/v1/me/registration', body: person })) };
}

describe('the program, in two processes on one database', () => {
  it('refuses common passwords and passwords that contain account data, at registration and when one is changed', async () => {
    const common = await register({ password: 'password123' });
    const named = await register({ name: 'Augusta Ada King', password: 'Augusta Ada King' });
    expect([common.status, named.status]).toEqual([422, 422]);
    expect([common.json.error?.code, named.json.error?.code]).toEqual(['too_guessable', 'too_guessable']);

    const { json } = await register();
    const body = { password: 'qwertyuiop1', current_password: PASSWORD };
    const changed = await send({ method: 'PATCH', path: '/api/v1/me', body, headers: bearer(json.token) });
    expect([changed.status, changed.json.error?.code]).toEqual([422, 'too_guessable']);
  });

  it('lets two tabs refresh at the same time through different processes', async () => {
    const cookie = cookieOf((await register()).headers, 'cubit_refresh');
    const path = '/api/v1/me/session/refresh';
    const replies = await Promise.all([0, 1, 0, 1].map((program) => send({ path, program, headers: { cookie } })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(replies.map(({ headers }) => cookieOf(headers, 'cubit_refresh'))).size).toBe(1);
    expect(new Set(replies.map(({ json }) => json.token)).size).toBe(4);
  });

  it('counts wrong passwords in both processes together, and lets the owner in on a known device and from another network', async () => {
    const { email, headers } = await register();
    const device = cookieOf(headers, 'cubit_device');
    const signIn = (password: string, turn: number, from: Readonly<Record<string, string>>) =>
      send({ path: '/api/v1/me/session', body: { email, password }, program: turn % 2, headers: from });
    const here = { 'x-forwarded-for': '198.51.100.7' };
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) statuses.push((await signIn('a wrong password', turn, here)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);

    expect((await signIn(PASSWORD, 0, { ...here, cookie: device })).status).toBe(201);
    expect((await signIn(PASSWORD, 1, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(201);
  });

  it('ends the event streams of a session after sign-out, in both processes', async () => {
    const { json } = await register();
    const headers = bearer(json.token);
    const slug = `streams-${people}`;
    await send({ path: '/api/v1/me/orgs', body: { slug, name: slug }, headers });
    const streams = await Promise.all(
      programs.map(async ({ address }) => {
        const response = await fetch(`${address}/api/v1/orgs/${slug}/event-stream`, { headers });
        const reader = response.body!.getReader();
        // A stream that sends is open.
        const { done } = await reader.read();
        return { status: response.status, done, reader };
      }),
    );
    expect(streams.map(({ status, done }) => [status, done])).toEqual([
      [200, false],
      [200, false],
    ]);
    const ended = streams.map(async ({ reader }) => {
      for (let isOver = false; !isOver;) isOver = (await reader.read().catch(() => ({ done: true }))).done;
      return performance.now();
    });
    await send({ method: 'DELETE', path: '/api/v1/me/session', headers });
    const acknowledgedAt = performance.now();
    for (const end of ended) expect((await end) - acknowledgedAt).toBeLessThan(REVOKED_ELSEWHERE_MS);
  });

  it('shows the page of an invitation link, and lets only the invited address join', async () => {
    const { json } = await register();
    const slug = `invited-${people}`;
    await send({ path: '/api/v1/me/orgs', body: { slug, name: 'Maker lab' }, headers: bearer(json.token) });
    const invited = await send({
      path: `/api/v1/orgs/${slug}/invitations`,
      body: { email: 'guest@example.org', role: 'member' },
      headers: bearer(json.token),
    });
    const page = await send({ method: 'GET', path: new URL(invited.json.url ?? '').pathname });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('Person invites you to join Maker lab');

    const invitation = invited.json.token;
    expect((await register({ invitation })).status).toBe(403);
    expect((await register({ email: 'Guest@Example.org', invitation })).status).toBe(201);
    expect((await send({ method: 'GET', path: new URL(invited.json.url ?? '').pathname })).status).toBe(404);
  });
});
