import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, type TestWorkspace, until } from '@cubit/testing';
import { notifying } from '../../fixtures/bench.js';
import { caller } from '../../fixtures/caller.module.js';

const KEY = 'sk-very-secret';
/** What is never to be in an answer or in the log. */
const INTERNAL = '10.0.0.7';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
const seen: Seen[] = [];
const answers: Readonly<Record<string, RequestListener>> = {
  '/hello': (_, reply) => void reply.writeHead(200, { 'X-Kind': 'hello', 'Set-Cookie': ['a=1', 'b=2'] }).end('{"a":1}'),
  '/fails': (_, reply) => void reply.writeHead(500).end('broken'),
  '/moved': (_, reply) => void reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  '/large': (_, reply) => void reply.writeHead(200).end('x'.repeat(2_000)),
  '/silent': () => {},
  '/slow-body': (_, reply) => void reply.writeHead(200).write('x'),
  '/breaks': (request) => void request.socket.destroy(),
};

let upstream: Server;
let port: number;
let server: TestServer;
let guarded: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  upstream = createServer((request, reply) => {
    void buffer(request).then((body) => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body: body.toString('utf8') });
      answers[url?.split('?')[0] ?? '']?.(request, reply);
    });
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  port = (upstream.address() as AddressInfo).port;
  const on = (options: Parameters<typeof notifying>[0]) => {
    const parts = notifying(options);
    return createTestServer({ ...parts, modules: [...parts.modules, caller] });
  };
  server = await on({ resolve: (host) => Promise.resolve(host === 'nobody.caller.example' ? [] : ['127.0.0.1']) });
  guarded = await on({ allowInternal: false, resolve: () => Promise.resolve([INTERNAL]) });
  workspace = await server.workspace();
  await server.as(workspace.owner).patch(`${workspace.path}/modules/caller`, { settings: { api_key: KEY } });
});
afterAll(async () => {
  await server.close();
  await guarded.close();
  upstream.closeAllConnections();
  upstream.close();
});

interface Call {
  readonly options?: object;
  readonly place?: 'within' | 'after' | 'json' | 'signed' | 'long';
}
const at = (path: string, host = 'api.caller.example') => `http://${host}:${port}${path}`;
const call = (url: string, rest: Call = {}, headers: Readonly<Record<string, string>> = {}) =>
  server.as(workspace.owner).post(`${workspace.path}/modules/caller/calls`, { url, ...rest }, { headers });
const failure = (message: string) => ({ status: 502, body: { error: { code: 'upstream_failed', message } } });
const logged = (of = server) =>
  JSON.stringify(of.log.entries, (_, value: unknown) =>
    value instanceof Error ? { message: value.message, cause: value.cause, stack: value.stack } : value,
  );

describe('fetch of a module', () => {
  it('sends method, headers and body to a host of its permissions, and answers status, headers and body', async () => {
    const options = { method: 'PUT', headers: { 'Content-Type': 'text/plain', 'X-Team': 'mill' }, body: 'schön' };
    expect(await call(at('/hello?of=me'), { options })).toMatchObject({
      status: 200,
      body: {
        status: 200,
        ok: true,
        headers: { 'x-kind': 'hello', 'set-cookie': 'a=1, b=2' },
        size: 7,
        text: '{"a":1}',
      },
    });
    expect(seen.at(-1)).toMatchObject({
      method: 'PUT',
      url: '/hello?of=me',
      headers: { host: `api.caller.example:${port}`, 'content-type': 'text/plain', 'x-team': 'mill' },
      body: 'schön',
    });
  });

  it('works after a transaction of the same request, and with a secret of the settings, which no log has', async () => {
    expect(await call(at('/hello'), { place: 'after' })).toMatchObject({ status: 200 });
    expect(await call(at('/hello'), { place: 'signed' })).toMatchObject({ status: 200 });
    expect(seen.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(await call(at('/breaks'), { place: 'signed' })).toMatchObject({ status: 502 });
    expect(logged()).not.toContain(KEY);
  });

  it('answers any status, and follows no redirect', async () => {
    expect(await call(at('/fails'))).toMatchObject({ status: 200, body: { status: 500, ok: false, text: 'broken' } });
    expect(await call(at('/moved'))).toMatchObject({ status: 200, body: { status: 302, ok: false } });
  });

  it('reads JSON, and fails where the answer is not', async () => {
    expect(await call(at('/hello'), { place: 'json' })).toMatchObject({ status: 200, body: { json: { a: 1 } } });
    expect(await call(at('/fails'), { place: 'json' })).toMatchObject(
      failure('api.caller.example: The answer is not JSON.'),
    );
  });

  it.each([
    ['/silent', { timeoutMs: 50 }, 'The receiver did not answer within 0.05 s.'],
    ['/slow-body', { timeoutMs: 50 }, 'The receiver did not answer within 0.05 s.'],
    ['/large', { maxBytes: 1_999 }, 'The document is larger than 1999 bytes.'],
    ['/breaks', {}, 'The receiver closed the connection.'],
  ])('is 502 upstream_failed for %s with %j: %s', async (path, options, reason) => {
    expect(await call(at(path), { options })).toMatchObject(failure(`api.caller.example: ${reason}`));
  });

  it('is 502 upstream_failed for an unknown host and a refused connection, and names no address', async () => {
    expect(await call(at('/', 'nobody.caller.example'))).toMatchObject(
      failure('nobody.caller.example: The host name is unknown.'),
    );
    expect(await call('http://api.caller.example:1/')).toMatchObject(
      failure('api.caller.example: The receiver refused the connection.'),
    );
    expect(logged()).not.toContain('127.0.0.1:1');
  });
});

describe('fetch of a module is refused', () => {
  const entries = async () => {
    const rows = await server.database.db
      .selectFrom('audit_log')
      .select('target')
      .where('action', '=', 'module.refused')
      .execute();
    return rows.map(({ target }) => target);
  };

  it.each(['caller.example', 'api.caller.example.evil.example', 'evilcaller.example', 'localhost'])(
    'for the host %s, which its permissions do not include, and the audit log has the refusal',
    async (host) => {
      const before = seen.length;
      expect(await call(at('/hello', host))).toMatchObject({ status: 500, body: { error: { code: 'internal' } } });
      expect(seen).toHaveLength(before);
      expect(logged()).toContain(`may not reach '${host}'; declare it in permissions.egress.`);
      // It is written after the answer.
      await until('the audit log has the refusal', async () => {
        expect(await entries()).toContainEqual({ module: 'caller', access: 'egress', id: host });
        return true;
      });
    },
  );

  it('for private addresses, by name and as written, even if its permissions include the host', async () => {
    const { path, owner } = await guarded.workspace();
    const guardedCall = (url: string) => guarded.as(owner).post(`${path}/modules/caller/calls`, { url });
    expect(await guardedCall(at('/hello', 'inside.example'))).toMatchObject(
      failure('inside.example: The host resolves to a private address.'),
    );
    expect(await guardedCall(at('/hello', '127.0.0.1'))).toMatchObject(
      failure('127.0.0.1: The host is a loopback address.'),
    );
    expect(logged(guarded)).not.toContain(INTERNAL);
  });

  it('within a transaction, of a route and of an action', async () => {
    const before = seen.length;
    const internal = { status: 500, body: { error: { code: 'internal' } } };
    expect(await call(at('/hello'), { place: 'within' })).toMatchObject(internal);
    const input = { url: at('/hello') };
    const run = server
      .as(workspace.owner)
      .post(`${workspace.path}/modules/caller/actions/call`, { record: null, input });
    expect(await run).toMatchObject(internal);
    expect(seen).toHaveLength(before);
    const explained = server.log.entries.filter(({ details }) =>
      String((details as { err?: Error }).err?.message).startsWith("Module 'caller' calls fetch within a transaction"),
    );
    expect(explained).toHaveLength(2);
  });

  it('in a POST with an Idempotency-Key, which runs in one transaction', async () => {
    const before = seen.length;
    expect(await call(at('/hello'), {}, { 'idempotency-key': 'one' })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_header', details: [{ path: 'header:Idempotency-Key' }] } },
    });
    expect(seen).toHaveLength(before);
  });

  it.each([
    ['a URL that is not one of http or https', 'ftp://api.caller.example/', {}],
    ['a URL that is not one of http or https', 'api.caller.example/key-in-path', {}],
    ["the method 'TRACE'", undefined, { method: 'TRACE' }],
    ["the header 'host'", undefined, { headers: { Host: 'inside.example' } }],
    ['timeoutMs 30001', undefined, { timeoutMs: 30_001 }],
    ['maxBytes 0', undefined, { maxBytes: 0 }],
  ])('with %s, as a fault of the module', async (fault, url, options) => {
    const before = seen.length;
    expect(await call(url ?? at('/hello'), { options })).toMatchObject({ status: 500 });
    expect(seen).toHaveLength(before);
    expect(logged()).toContain(`Module 'caller' calls fetch with ${fault}`);
    expect(logged()).not.toContain('key-in-path');
  });

  it('with a body of more than 10 MiB', async () => {
    expect(await call(at('/hello'), { place: 'long' })).toMatchObject({ status: 500 });
    expect(logged()).toContain("Module 'caller' calls fetch with a body of more than 10485760 bytes");
  });
});
