import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createTestServer } from '@cubit/testing';
import { CERTIFICATE, startTlsProxy } from '../fixtures/tls-proxy.js';
import { createHttpServer, type HttpSettings } from './index.js';

const test = await createTestServer();
const opened: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of opened.reverse()) await close();
  await test.close();
});

/** A server, and a function that signs in through the given number of TLS proxies. */
async function behind(trustProxy: HttpSettings['trustProxy'], proxies = 1) {
  const settings = { rateLimit: 'off', ...(trustProxy !== undefined && { trustProxy }) } as const;
  const http = await createHttpServer({ kernel: test.kernel, log: test.log, settings });
  opened.push(() => http.close({ graceMs: 0 }));
  const { url } = await http.listen({ port: 0, host: '127.0.0.1' });
  const { email, password } = await test.register();
  return {
    url,
    async signIn(headers: Record<string, string> = {}) {
      const outermost = await startTlsProxy(url, proxies);
      opened.push(outermost.close);
      const reply = await post(outermost.port, { email, password }, headers);
      const row = await test.database.db
        .selectFrom('audit_log')
        .select('address')
        .where('action', '=', 'session.created')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return { ...reply, address: row.address, cookies: reply.headers['set-cookie'] ?? [] };
    },
  };
}

function post(port: number, body: object, headers: Record<string, string> = {}, path = '/api/v1/me/session') {
  const options = {
    port,
    path,
    host: '127.0.0.1',
    method: 'POST',
    ca: CERTIFICATE,
    agent: false,
    headers: { 'content-type': 'application/json', ...headers },
  } as const;
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const req = request(options, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      res.on('end', () => resolve({ status: res.statusCode, headers: res.headers, text }));
    });
    req.on('error', reject).end(JSON.stringify(body));
  });
}

const CLIENT = '203.0.113.7';
const forwarded = { 'x-forwarded-for': CLIENT };
const SECURE = [
  /^__Host-cubit_session=.*; Path=\/; .*; Secure$/,
  /^__Secure-cubit_refresh=.*; Path=\/api\/.*; Secure$/,
  /^__Secure-cubit_device=.*; Path=\/api\/.*; Secure$/,
];

describe('behind a proxy that speaks TLS', () => {
  it.each([
    ['one hop', 1],
    ['its address', ['127.0.0.1']],
    ['a range that it is in', ['10.0.0.0/8', '127.0.0.0/8']],
    ['one of many addresses', ['::1', '192.0.2.1', '127.0.0.1']],
  ])('%s may set the protocol, so cookies are Secure', async (_name, trustProxy) => {
    const { cookies } = await (await behind(trustProxy)).signIn();

    expect(cookies).toEqual(SECURE.map((line) => expect.stringMatching(line)));
  });

  it.each([
    ['nobody', undefined],
    ['no hop', 0],
    ['other addresses', ['10.0.0.0/8', '::1']],
  ])('a server that trusts %s takes the proxy for the client', async (_name, trustProxy) => {
    const { cookies, address } = await (await behind(trustProxy)).signIn(forwarded);

    expect(address).toBe('127.0.0.1');
    expect(cookies).toHaveLength(3);
    expect(cookies.join()).not.toMatch(/Secure|__Host-/);
  });

  it('answers the address that it audits to a client that asks for it, at /healthz', async () => {
    const seen = async (trust: number, path: string) => {
      const { url } = await behind(trust);
      return (await fetch(`${url}${path}`, { headers: forwarded })).json();
    };
    expect(await seen(1, '/healthz?client=true')).toEqual({ status: 'ok', client: { address: CLIENT } });
    expect(await seen(0, '/healthz?client=true')).toEqual({ status: 'ok', client: { address: '127.0.0.1' } });
    expect(await seen(1, '/healthz')).toEqual({ status: 'ok' });
  });

  it('audits the address that the trusted hops report, and never one that the client claims', async () => {
    expect((await (await behind(1, 1)).signIn(forwarded)).address).toBe('127.0.0.1');
    expect((await (await behind(2, 1)).signIn(forwarded)).address).toBe(CLIENT);
    expect((await (await behind(['127.0.0.1'], 2)).signIn(forwarded)).address).toBe(CLIENT);
    expect((await (await behind(2, 2)).signIn(forwarded)).address).toBe('127.0.0.1');
  });

  it.each([
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['unknown', '127.0.0.1'],
    ["1'; drop table x", '127.0.0.1'],
  ])('reads the address %s as %s', async (named, address) => {
    expect((await (await behind(2)).signIn({ 'x-forwarded-for': named })).address).toBe(address);
  });

  it('ignores the headers of a client that bypasses the proxy, if addresses are trusted', async () => {
    const { url } = await behind(['192.0.2.1']);
    const reply = await fetch(`${url}/api/v1/me/registration`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https', connection: 'close' },
      body: JSON.stringify({ email: 'past@example.org', name: 'Past', password: 'correct horse battery' }),
    });
    await reply.text();

    expect(reply.headers.getSetCookie().join()).not.toMatch(/Secure/);
  });

  it.each([
    ['its name over TLS', (line: string) => line],
    ['the name that it had over HTTP', (line: string) => line.replace('__Secure-', '')],
  ])('refreshes a session by the cookie with %s', async (_name, named) => {
    const { url, signIn } = await behind(1);
    const { cookies } = await signIn();
    const proxy = await startTlsProxy(url);
    opened.push(proxy.close);
    const cookie = named(cookies[1]?.split(';', 1)[0] ?? '');
    const reply = await post(proxy.port, {}, { cookie }, '/api/v1/me/session/refresh');

    expect(reply.status).toBe(200);
    expect(reply.headers['set-cookie']?.slice(0, 2)).toEqual(
      SECURE.slice(0, 2).map((line) => expect.stringMatching(line)),
    );
  });

  it('accepts writes from its own https origin, and refuses them from the http origin of the same host', async () => {
    const { url, signIn } = await behind(1);
    const { cookies } = await signIn();
    const proxy = await startTlsProxy(url);
    opened.push(proxy.close);
    const cookie = cookies.map((line) => line.split(';', 1)[0]).join('; ');
    const host = `127.0.0.1:${proxy.port}`;
    const write = (origin: string) =>
      post(proxy.port, { name: 'CI' }, { cookie, origin, host }, '/api/v1/me/api-tokens');

    expect((await write(`https://${host}`)).status).toBe(201);
    expect((await write(`http://${host}`)).text).toContain('csrf_rejected');
    expect((await write('https://127.0.0.1')).text).toContain('csrf_rejected');
  });
});
