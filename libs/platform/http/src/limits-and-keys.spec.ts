import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import inject from 'light-my-request';
import { createHttpServer, type HttpServer, type RateLimits } from './index.js';
import { defineModule, defineModuleRoute } from '@cubit/core';
import { defineRoute } from '@cubit/database';
import { createTestServer } from '@cubit/testing';
import { Type } from 'typebox';

const receiver = defineRoute({
  operationId: 'receive',
  method: 'POST',
  path: '/api/v1/integrations/sensor/{token}/webhook',
  summary: 'Receive',
  tag: 'Spec',
  access: 'anonymous',
  rateClass: 'inbound',
  params: Type.Object({ token: Type.String() }),
  responses: { 202: { description: 'Taken.' } },
  handler: () => Promise.resolve({ status: 202 }),
});
const window = defineModuleRoute({
  operationId: 'getShopWindow',
  method: 'GET',
  path: '/window',
  summary: 'Look',
  responses: { 200: { description: 'What is in it.' } },
  keyed: { title: ['Window address', 'Window addresses'], scope: 'shop:window' },
  handler: () => Promise.resolve({ status: 200 }),
});
const shop = defineModule({
  name: 'shop',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Shop',
  description: 'A route with keyed addresses.',
  routes: [window],
  scopes: [
    {
      id: 'shop:window',
      title: 'Window',
      description: 'Looks.',
      workspaceBound: true,
      operations: ['getShopWindow'],
    },
  ],
});
const server = await createTestServer({
  modules: [shop],
  capabilities: () => [{ name: 'receiver', create: () => ({ name: 'receiver', routes: [receiver] }) }],
});
afterAll(() => server.close());
const { owner, path: workspace } = await server.workspace();
const session = { authorization: `Bearer ${owner.token}` };

describe('rate limits', () => {
  const started: HttpServer[] = [];
  afterAll(() => Promise.all(started.map((http) => http.close({ graceMs: 0 }))));
  const limited = async (rateLimits: Partial<RateLimits>) => {
    const http = await createHttpServer({ kernel: server.kernel, log: server.log, settings: { rateLimits } });
    started.push(http);
    return (url: string, headers: Record<string, string> = {}, payload?: object) =>
      inject(http.router, { method: payload ? 'POST' : 'GET', url, headers, ...(payload && { payload }) });
  };

  it('are reported in every answer, and refuse requests above the limit', async () => {
    const get = await limited({ credential: 2 });
    const first = await get('/api/v1/me', session);
    await get('/api/v1/me', session);
    const third = await get('/api/v1/me', session);

    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"default";q=2;w=60',
      ratelimit: expect.stringMatching(/^"default";r=1;t=\d+$/),
    });
    expect(third.statusCode).toBe(429);
    expect(third.json()).toMatchObject({ error: { code: 'rate_limited' } });
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    expect((await get('/api/v1/me', session)).statusCode).toBe(429);
  });

  it('count invalid credentials by address, so that guessing is limited', async () => {
    const get = await limited({ rejected: 2 });
    const guess = async (token: string) => (await get('/api/v1/me', { authorization: `Bearer ${token}` })).statusCode;

    expect([await guess('a'), await guess('b'), await guess('c')]).toEqual([401, 401, 429]);
  });

  it('count the requests of an address by its key, and invalid keys by the address of the client', async () => {
    const { body } = await server
      .as(owner)
      .post<{ url: string }>(`${workspace}/modules/shop/window-addresses`, { name: 'Door' });
    const { pathname, search } = new URL(body.url);
    const get = await limited({ credential: 2, rejected: 2 });
    const look = async (query: string) => (await get(`${pathname}${query}`)).statusCode;

    expect([await look(search), await look(search), await look(search)]).toEqual([200, 200, 429]);
    expect([await look('?key=a'), await look('?key=b'), await look('?key=c')]).toEqual([401, 401, 429]);
    expect((await get('/api/v1/me', session)).statusCode).toBe(200);
  });

  it('count inbound webhooks by URL, so that one sender does not use up the limit of others', async () => {
    const post = await limited({ webhook: 2 });
    const hit = async (token: string) =>
      (await post(`/api/v1/integrations/sensor/${token}/webhook`, {}, {})).statusCode;

    expect([await hit('a'), await hit('a'), await hit('a'), await hit('b')]).toEqual([202, 202, 429, 202]);
  });

  it('are stricter for sign-in', async () => {
    const byAddress = await limited({ signIn: 1 });
    const credentials = (email: string) => ({ email, password: 'wrong password' });
    const status = async (email: string) => (await byAddress('/api/v1/me/session', {}, credentials(email))).statusCode;

    expect([await status('a@example.org'), await status('b@example.org')]).toEqual([401, 429]);
  });
});

describe('a receiver of webhooks', () => {
  it('ignores cookies and Origin', async () => {
    const headers = {
      cookie: `cubit_session=${owner.token}`,
      origin: 'https://elsewhere.example',
      'sec-fetch-site': 'cross-site',
    };

    expect((await server.anonymous.post('/api/v1/integrations/sensor/a/webhook', {}, { headers })).status).toBe(202);
  });
});

describe('Idempotency-Key', () => {
  let key = 0;
  beforeEach(() => void (key += 1));
  const mint = (headers: Record<string, string>, name = 'CI') =>
    server.as(owner).post('/api/v1/me/api-tokens', { name }, { headers });
  const tokens = async () =>
    (await server.as(owner).get<{ data: unknown[] }>('/api/v1/me/api-tokens')).body.data.length;

  it('applies a repeated request once, and replays its answer without secrets', async () => {
    const before = await tokens();
    const first = await mint({ 'idempotency-key': `k${key}` });
    const second = await mint({ 'idempotency-key': `k${key}` });
    const { token, ...rest } = first.body;

    expect(first.status).toBe(201);
    expect(token).toMatch(/^cbt_/);
    expect(second.status).toBe(201);
    expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true', location: first.headers['location'] });
    expect(second.body).toEqual(rest);
    expect((await tokens()) - before).toBe(1);
  });

  it('is refused with another body', async () => {
    await mint({ 'idempotency-key': `k${key}` });

    expect((await mint({ 'idempotency-key': `k${key}` }, 'Other')).body).toMatchObject({
      error: { code: 'idempotency_key_reused' },
    });
  });

  it('applies 50 concurrent requests once', async () => {
    const before = await tokens();
    const replies = await Promise.all(Array.from({ length: 50 }, () => mint({ 'idempotency-key': `k${key}` })));

    expect((await tokens()) - before).toBe(1);
    expect(replies.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([]);
  });

  it.each(['', 'x'.repeat(256), 'é'])('must be 1 to 255 printable ASCII characters: %#', async (value) => {
    expect((await mint({ 'idempotency-key': value })).body).toMatchObject({
      error: { code: 'invalid_header', details: [{ path: 'header:Idempotency-Key' }] },
    });
  });
});

describe('Prefer: wait', () => {
  const waits: number[] = [];
  const rename = async (
    workspace: { readonly path: string; readonly owner: { readonly token: string } },
    prefer: string,
    waiting = true,
  ) => {
    const wait = (_workspaceId: string, _eventIds: readonly string[], ms: number) =>
      Promise.resolve(void waits.push(ms));
    const http = await createHttpServer({
      kernel: { ...server.kernel, effects: waiting ? { wait } : null },
      log: server.log,
      settings: { rateLimit: 'off' },
    });
    const headers = { authorization: `Bearer ${workspace.owner.token}`, prefer };
    const reply = await inject(http.router, {
      method: 'PATCH',
      url: workspace.path,
      headers,
      payload: { name: 'New' },
    });
    await http.close({ graceMs: 0 });
    return `${reply.statusCode} ${String(reply.headers['preference-applied'])}`;
  };

  it('is reported as applied if the server can wait, and ignored if it is invalid', async () => {
    const workspace = await server.workspace();

    expect(await rename(workspace, 'wait=5')).toBe('200 wait');
    expect(await rename(workspace, 'respond-async, wait=5')).toBe('200 wait');
    expect(await rename(workspace, 'wait=soon')).toBe('200 undefined');
    expect(await rename(workspace, 'wait=5', false)).toBe('200 undefined');
  });
});
