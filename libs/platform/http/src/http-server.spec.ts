import { afterAll, describe, expect, it } from '@jest/globals';
import { Type } from 'typebox';
import { defineModule, defineModuleRoute } from '@cubit/core';
import { createTestServer } from '@cubit/testing';

const strict = { additionalProperties: false } as const;
const Item = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 20 }), count: Type.Optional(Type.Integer()) },
  strict,
);
const done = { 200: { description: 'Done.', schema: Type.Unknown() } };
const echo = defineModuleRoute({
  operationId: 'echoProbe',
  method: 'POST',
  path: '/echo',
  summary: 'Echo',
  body: { schema: Item },
  responses: done,
  handler: (_context, { body }) => Promise.resolve({ status: 200, body }),
});
const search = defineModuleRoute({
  operationId: 'searchProbe',
  method: 'GET',
  path: '/search',
  summary: 'Search',
  query: Type.Object(
    {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 9, default: 5 })),
      deleted: Type.Optional(Type.Boolean()),
      name: Type.Optional(Type.String()),
      tag: Type.Optional(Type.Array(Type.String())),
      order: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['up', 'down'] })),
    },
    strict,
  ),
  responses: done,
  handler: (_context, { query }) => Promise.resolve({ status: 200, body: query }),
});
const one = defineModuleRoute({
  operationId: 'getProbe',
  method: 'GET',
  path: '/items/{id}',
  summary: 'Get',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  responses: done,
  handler: (_context, { params }) => Promise.resolve({ status: 200, headers: { etag: '"7"' }, body: params }),
});
const broken = defineModuleRoute({
  operationId: 'breakProbe',
  method: 'GET',
  path: '/broken',
  summary: 'Break',
  responses: done,
  handler: () => Promise.reject(new Error('select secret from app_user at /srv/app.js')),
});
const guarded = defineModuleRoute({ ...search, operationId: 'guardedProbe', path: '/guarded', role: 'admin' });
const probe = defineModule({
  name: 'probe',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Probe',
  description: 'Routes for specs.',
  routes: [echo, search, one, broken, guarded],
  scopes: [
    { id: 'probe:echo', title: 'Echo', description: 'Echo alone.', workspaceBound: false, operations: ['echoProbe'] },
    {
      id: 'probe:one',
      title: 'One',
      description: 'Its workspace alone.',
      workspaceBound: true,
      operations: ['echoProbe', 'getProbe'],
    },
  ],
});

const server = await createTestServer({ modules: [probe] });
afterAll(() => server.close());
const here = await server.workspace();
const elsewhere = await server.workspace();
const owner = server.as(here.owner);
const at = (path: string, workspace = here) => `${workspace.path}/modules/probe${path}`;
const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  `${status} ${(body as { error?: { code: string } }).error?.code ?? ''}`;
const detailsOf = ({ body }: { body: unknown }) =>
  ((body as { error: { details?: { path: string; code: string }[] } }).error.details ?? []).map(
    ({ path, code }) => `${path} ${code}`,
  );
const UUID = '0198c0de-0000-7000-8000-000000000000';

describe('every answer', () => {
  it.each([
    ['an answer', at('/search'), 200],
    ['an error', at('/search?limit=x'), 400],
    ['a path without a route', '/nothing', 404],
    ['a path that is not percent-encoded', '/api/%zz', 400],
  ])('has the request id and the security headers: %s', async (_name, path, status) => {
    const reply = await owner.get(path, { headers: { 'x-request-id': 'my.id-1' } });

    expect(reply.status).toBe(status);
    expect(reply.headers).toMatchObject({
      'x-request-id': 'my.id-1',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it.each(['', 'a b', 'x'.repeat(129), 'a\tb', 'ä'])('ignores the invalid request id %p', async (id) => {
    const reply = await owner.get(at('/search'), { headers: { 'x-request-id': id } });

    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  it('shows only the request id of an internal error', async () => {
    const reply = await owner.get(at('/broken'), { headers: { 'x-request-id': 'broken-1' } });

    expect(reply.body).toEqual({ error: { code: 'internal', message: 'Something went wrong on the server.' } });
    expect(server.log.entries).toContainEqual(
      expect.objectContaining({ level: 'error', details: expect.objectContaining({ request_id: 'broken-1' }) }),
    );
  });
});

describe('paths and methods', () => {
  it('answers 404 if there is no route', async () => {
    expect(codeOf(await owner.get('/api/v1/nothing'))).toBe('404 not_found');
    expect(codeOf(await server.anonymous.get('/api/v1/nothing'))).toBe('404 not_found');
    expect(codeOf(await owner.get(at('/search/')))).toBe('404 not_found');
  });

  it('answers 405 with the allowed methods of the path', async () => {
    const reply = await owner.put(at('/search'), {});

    expect(codeOf(reply)).toBe('405 method_not_allowed');
    expect(reply.headers['allow']).toBe('GET, HEAD, OPTIONS');
  });

  it('answers OPTIONS with the allowed methods of the path', async () => {
    const reply = await server.anonymous.request({ method: 'OPTIONS', path: '/api/v1/me/orgs' });

    expect(reply.status).toBe(204);
    expect(reply.headers['allow']).toBe('GET, HEAD, OPTIONS, POST');
  });

  it('answers HEAD like GET, without the body', async () => {
    const got = await owner.get(at(`/items/${UUID}`));
    const head = await owner.request({ method: 'HEAD', path: at(`/items/${UUID}`) });

    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers).toMatchObject({ etag: '"7"', 'content-length': got.headers['content-length'] });
  });

  it('answers 404 to every method on an unknown hook of the installation', async () => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'PURGE', 'TRACE'])
      for (const path of ['/api/v1/hooks/billing', '/api/v1/hooks/billing/x', '/api/v1/hooks/', '/api/v1/hooks']) {
        const { status, headers } = await server.anonymous.request({ method, path });
        expect({ method, path, status, allow: headers['allow'] }).toEqual({ method, path, status: 404 });
      }
  });

  it('answers 406 if the client accepts no available type, after authentication', async () => {
    const accept = { headers: { accept: 'text/html' } };

    expect(codeOf(await owner.get(at('/search'), accept))).toBe('406 not_acceptable');
    expect(codeOf(await owner.post(at('/echo'), '{', accept))).toBe('406 not_acceptable');
    expect(codeOf(await server.anonymous.get(at('/search'), accept))).toBe('401 unauthorized');
    expect(codeOf(await owner.get('/api/v1/nothing', accept))).toBe('404 not_found');
    expect((await owner.get(at('/search'), { headers: { accept: 'text/html, */*;q=0.1' } })).status).toBe(200);
    expect((await server.anonymous.get('/healthz', accept)).status).toBe(200);
  });

  it('answers 404 to a malformed id', async () => {
    expect(codeOf(await owner.get(at('/items/7')))).toBe('404 not_found');
    expect(codeOf(await owner.get(at('/items/%00')))).toBe('404 not_found');
  });

  it('refuses a path that is not percent-encoded UTF-8', async () => {
    expect(codeOf(await owner.get('/api/v1/orgs/%c3%28'))).toBe('400 invalid_request');
  });

  it('answers its health checks', async () => {
    expect((await server.anonymous.get('/healthz')).status).toBe(200);
    expect((await server.anonymous.get('/readyz')).status).toBe(200);
  });
});

describe('credentials', () => {
  it('get the same bytes as an answer when they are missing, unknown or malformed', async () => {
    const headers = [
      {},
      { authorization: 'Bearer x' },
      { authorization: `Bearer cbt_${'0'.repeat(49)}` },
      { authorization: 'Basic eDp5' },
      { authorization: 'Bearer' },
      { cookie: 'cubit_session=x' },
    ];
    const replies = await Promise.all(
      headers.map((each) => server.anonymous.get(at('/search'), { headers: { ...each, 'x-request-id': 'same' } })),
    );

    for (const { status, text, headers: answered } of replies) {
      expect({ status, text, headers: { ...answered, date: '' } }).toEqual({
        status: 401,
        text: replies[0]?.text,
        headers: { ...replies[0]?.headers, date: '' },
      });
      expect(answered['www-authenticate']).toBe('Bearer');
    }
  });

  it('are checked before everything else', async () => {
    const garbage = { headers: { 'content-type': 'not a type' } };

    expect(codeOf(await server.anonymous.post(at('/echo'), '{', garbage))).toBe('401 unauthorized');
    expect(codeOf(await server.anonymous.get(at('/search?limit=x')))).toBe('401 unauthorized');
  });

  it('are accepted as session cookies from the instance’s own origin, and from clients that are not browsers', async () => {
    const cookie = `cubit_session=${here.owner.token}`;
    const post = (headers: Record<string, string>) =>
      server.anonymous.post(at('/echo'), { name: 'x' }, { headers: { cookie, ...headers } });

    expect((await post({})).status).toBe(200);
    expect((await post({ origin: 'http://cubit.test' })).status).toBe(200);
    expect((await post({ origin: 'http://lan.test:81', host: 'lan.test:81' })).status).toBe(200);
    expect((await post({ origin: 'http://lan.test', host: 'lan.test:80' })).status).toBe(200);
    expect((await post({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect(codeOf(await post({ origin: 'https://evil.example' }))).toBe('403 csrf_rejected');
    expect(codeOf(await post({ origin: 'https://cubit.test' }))).toBe('403 csrf_rejected');
    expect(codeOf(await post({ origin: 'http://cubit.test:81' }))).toBe('403 csrf_rejected');
    expect(codeOf(await post({ origin: 'https://lan.test', host: 'lan.test' }))).toBe('403 csrf_rejected');
    expect(codeOf(await post({ origin: 'http://lan.test', host: 'lan.test:81' }))).toBe('403 csrf_rejected');
    expect(codeOf(await post({ origin: 'null' }))).toBe('403 csrf_rejected');
    expect(codeOf(await post({ 'sec-fetch-site': 'cross-site' }))).toBe('403 csrf_rejected');
    expect(
      (await server.anonymous.get(at('/search'), { headers: { cookie, 'sec-fetch-site': 'cross-site' } })).status,
    ).toBe(200);
  });
});

describe('authorisation', () => {
  it('answers for a foreign workspace as for one that does not exist', async () => {
    const foreign = await owner.get(at('/search', elsewhere), { headers: { 'x-request-id': 'same' } });
    const missing = await owner.get('/api/v1/orgs/nowhere/modules/probe/search', {
      headers: { 'x-request-id': 'same' },
    });

    expect(codeOf(foreign)).toBe('404 not_found');
    expect({ ...foreign, headers: { ...foreign.headers, date: '' } }).toEqual({
      ...missing,
      headers: { ...missing.headers, date: '' },
    });
  });

  it('names a module that is not enabled, for members', async () => {
    const bare = await server.workspace({ modules: [], owner: here.owner });

    expect(codeOf(await owner.get(at('/search', bare)))).toBe('404 module_not_enabled');
  });

  it('refuses a role that is too low before it reads the request', async () => {
    const viewer = server.as(await here.viewer());

    expect(codeOf(await viewer.get(at('/guarded?limit=x')))).toBe('403 forbidden');
    expect(codeOf(await viewer.post(at('/echo'), '{'))).toBe('403 forbidden');
  });

  it('limits a scoped token to the routes of its scopes, and names the accepted scopes', async () => {
    const scoped = server.as(await server.mintToken(here.owner, { scopes: ['probe:echo'] }));
    const refused = await scoped.get(at('/items/7'));

    expect((await scoped.post(at('/echo'), { name: 'x' })).status).toBe(200);
    expect(codeOf(refused)).toBe('403 scope_denied');
    expect(refused.headers['x-accepted-scopes']).toBe('records:read, probe:one');
    expect((await scoped.get('/api/v1/me/api-tokens/current')).status).toBe(200);
  });

  it('refuses a scoped token by its scopes before it reveals what exists', async () => {
    const scoped = server.as(await server.mintToken(here.owner, { scopes: ['probe:echo'] }));

    for (const path of ['/api/v1/nothing', at('/search', elsewhere), '/api/v1/orgs/nowhere', at('/search?limit=x')]) {
      const reply = await scoped.get(path);
      expect(codeOf(reply)).toBe('403 scope_denied');
      expect(reply.headers['x-accepted-scopes']).toBe(path === '/api/v1/nothing' ? '' : 'records:read');
    }
    expect(codeOf(await scoped.put(at('/search'), {}))).toBe('403 scope_denied');
  });

  it('shows a bound token no other workspace', async () => {
    const other = await server.workspace({ owner: here.owner });
    const bound = server.as(await server.mintToken(here.owner, { scopes: ['probe:one'], workspace: here.slug }));

    expect((await bound.get(at(`/items/${UUID}`))).status).toBe(200);
    expect(codeOf(await bound.get(at(`/items/${UUID}`, other)))).toBe('404 not_found');
  });
});

describe('query', () => {
  it('is parsed by the types of its parameters, with their defaults', async () => {
    const { body } = await owner.get(at('/search?deleted=true&name=5&tag=a&tag=b%20c&tag=d+e'));

    expect(body).toEqual({ limit: 5, deleted: true, name: '5', tag: ['a', 'b c', 'd e'] });
  });

  it.each([
    ['limit=0', 'query:limit too_small'],
    ['limit=1.5', 'query:limit type'],
    ['limit=', 'query:limit type'],
    ['limit=0x5', 'query:limit type'],
    ['deleted=1', 'query:deleted type'],
    ['order=left', 'query:order enum'],
    ['nam=x', 'query:nam unknown'],
    ['name=a&name=b', 'query:name not_unique'],
    ['name=%00', 'query:name text'],
    ['name=%zz', 'query: format'],
    ['__proto__=x', 'query:__proto__ unknown'],
  ])('%s gives %s', async (query, detail) => {
    const reply = await owner.get(at(`/search?${query}`));

    expect(codeOf(reply)).toBe('400 invalid_query');
    expect(detailsOf(reply)[0]?.replace(/^query:name format$/, 'query: format')).toBe(detail);
  });
});

describe('body', () => {
  const post = (body: string, type = 'application/json') =>
    owner.post(at('/echo'), body, { headers: { 'content-type': type } });

  it.each([
    ['nothing', '', '400 invalid_json'],
    ['half an object', '{', '400 invalid_json'],
    ['a byte order mark', '\ufeff{"name":"x"}', '400 invalid_json'],
    ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`, '400 invalid_json'],
    ['64 levels', `${'['.repeat(64)}${']'.repeat(64)}`, '422 validation_failed'],
    ['brackets within a text', `"${'[{'.repeat(200)}"`, '422 validation_failed'],
    ['a list', '[]', '422 validation_failed'],
    ['NUL', '{"name":"\\u0000"}', '422 validation_failed'],
    ['half a surrogate pair', '{"name":"\\ud83d"}', '422 validation_failed'],
    ['a member named __proto__', '{"name":"x","__proto__":1}', '422 validation_failed'],
    ['an infinite number', '{"name":"x","count":1e999}', '422 validation_failed'],
    ['more than 1 MiB', `{"name":"${'x'.repeat(1024 * 1024)}"}`, '413 payload_too_large'],
  ])('with %s', async (_name, body, code) => {
    expect(codeOf(await post(body))).toBe(code);
  });

  it('reports every fault with its own pointer', async () => {
    expect(detailsOf(await post('{"count":"x","colour":1,"__proto__":2}'))).toEqual(['/__proto__ unknown']);
    expect(detailsOf(await post('{"count":"x","colour":1}'))).toEqual([
      '/name required',
      '/count type',
      '/colour unknown',
    ]);
    expect(detailsOf(await post('{"name":"\\u0000"}'))).toEqual(['/name text']);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'nonsense',
    'application/jsonx',
  ])('is refused as %s', async (type) =>
    expect(codeOf(await post('{"name":"x"}', type))).toBe('415 unsupported_media_type'),
  );

  it.each(['application/json', 'Application/JSON; charset=UTF-8', 'application/json;charset="utf-8"'])(
    'is accepted as %s',
    async (type) => {
      expect((await post('{"name":"x"}', type)).status).toBe(200);
    },
  );

  it('is ignored if the route takes none', async () => {
    const reply = await owner.request({
      method: 'GET',
      path: at('/search'),
      body: '{',
      headers: { 'content-type': 'text/plain' },
    });

    expect(reply.status).toBe(200);
  });
});

describe('the log', () => {
  it('has a line per request, with the pattern of its route and without secrets', async () => {
    await owner.post('/api/v1/me/invitations/secret-of-an-invitation/accept', undefined, {
      headers: { 'x-request-id': 'logged-1' },
    });
    const lines = server.log.entries.filter(({ message }) => message === 'request').map(({ details }) => details);

    expect(lines).toContainEqual(
      expect.objectContaining({
        request_id: 'logged-1',
        method: 'POST',
        route: '/api/v1/me/invitations/{token}/accept',
        status: 404,
        user_id: here.owner.id,
      }),
    );
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`secret-of-an-invitation|${here.owner.token}|cbt_`));
  });
});

describe('a process that only runs background work', () => {
  it('answers its health checks and has no other route', async () => {
    const worker = await createTestServer({ http: { api: false } });
    try {
      expect((await worker.anonymous.get('/healthz')).status).toBe(200);
      expect((await worker.anonymous.get('/readyz')).status).toBe(200);
      expect((await worker.anonymous.post('/api/v1/me/session', {})).status).toBe(404);
    } finally {
      await worker.close();
    }
  });
});
