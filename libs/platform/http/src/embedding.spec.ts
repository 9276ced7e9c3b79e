import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import express, { type Express } from 'express';
import { createTestServer } from '@cubit/testing';
import { createCubit, type Cubit } from './index.js';

const test = await createTestServer();
afterAll(() => test.close());
const { owner, path } = await test.workspace();
const authorization = `Bearer ${owner.token}`;
const cubit = await createCubit({ kernel: test.kernel, log: test.log, settings: { rateLimit: 'off' } });

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close().closeAllConnections()));

/** The given application, listening on the loopback address. */
async function listening(app: Express, configure?: Cubit['configureServer']): Promise<string> {
  const server = createServer(app);
  servers.push(server);
  configure?.(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function ask(url: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
  const reply = await fetch(url, { ...init, headers: { authorization, connection: 'close', ...init.headers } });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, text };
}

const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

describe.each([
  ['without a prefix', ''],
  ['under a prefix', '/tools/cubit'],
])('the router in an Express application, %s', (_name, prefix) => {
  const app = express();
  if (prefix === '') app.use(cubit.router);
  else app.use(prefix, cubit.router);
  app.use(express.json());
  app.post('/echo', (req, res) => void res.json(req.body as unknown));
  app.use((_req, res) => void res.status(404).send('the host knows nothing'));
  const started = listening(app);

  it('answers requests for its paths, with bodies', async () => {
    const base = `${await started}${prefix}`;
    const made = await ask(`${base}/api/v1/me/api-tokens`, json({ name: 'CI' }));

    expect((await ask(`${base}/api/v1/me`)).status).toBe(200);
    expect((await ask(`${base}/api/v1/%6de`)).status).toBe(200);
    expect((await ask(`${base}/healthz`)).status).toBe(200);
    expect((await ask(`${base}${path}/modules`)).status).toBe(200);
    expect(made.status).toBe(201);
    expect((await ask(`${await started}${made.headers.get('location') ?? ''}`)).status).not.toBe(404);
  });

  it('answers errors of its paths in its own format', async () => {
    const base = `${await started}${prefix}`;

    expect(JSON.parse((await ask(`${base}/api/v1/nothing`)).text)).toMatchObject({ error: { code: 'not_found' } });
    expect((await ask(`${base}/api/v1/me`, { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS, PATCH');
    expect((await ask(`${base}/api/v1/%zz`)).status).toBe(400);
  });

  it('passes other paths to the application unchanged', async () => {
    const address = await started;

    expect(await ask(`${address}/echo`, json({ a: 1 }))).toMatchObject({ status: 200, text: '{"a":1}' });
    for (const other of ['/', `${prefix}/api/v2/me`, `${prefix}/%zz`, `${prefix}/healthz/%78`, `${prefix}/api/v10`])
      expect(await ask(`${address}${other}`)).toMatchObject({ text: expect.not.stringContaining('"error"') });
  });

  it('sets cookies for the path at which it is mounted', async () => {
    const { email, password } = { email: `${prefix.length}@example.org`, password: 'correct horse battery' };
    await test.register({ email, password });
    const reply = await ask(`${await started}${prefix}/api/v1/me/session`, {
      ...json({ email, password }),
    });

    expect(reply.headers.getSetCookie().map((cookie) => /Path=([^;]+)/.exec(cookie)?.[1])).toEqual([
      '/',
      `${prefix}/api/v1/me/session`,
      `${prefix}/api/v1/me`,
    ]);
  });
});

describe('the router behind a body parser', () => {
  it('answers 500 to the first request with a body, and logs how to fix the order', async () => {
    const app = express();
    app.use(express.json(), cubit.router);
    const reply = await ask(`${await listening(app)}/api/v1/me/api-tokens`, json({ name: 'CI' }));

    expect(reply.status).toBe(500);
    expect(test.log.entries.map(({ details }) => String((details as { err?: Error }).err?.message))).toContainEqual(
      expect.stringContaining('mount cubit.router before body parsers'),
    );
  });
});

describe('a configured server', () => {
  it('answers a malformed request in the format of every error', async () => {
    const app = express();
    app.use(cubit.router);
    const { port } = new URL(await listening(app, (server) => cubit.configureServer(server)));
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(`GET / HTTP/1.1\r\nHost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`),
      );
      socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
      socket.on('close', () => resolve(received)).on('error', reject);
    });

    expect(text).toMatch(/^HTTP\/1\.1 431 /);
    expect(text).toContain('"code":"headers_too_large"');
  });
});

describe('closing', () => {
  it('makes answers close their connections', async () => {
    const own = await createCubit({ kernel: test.kernel, log: test.log, settings: { rateLimit: 'off' } });
    const app = express();
    app.use(own.router);
    const address = await listening(app);
    own.close();

    expect((await fetch(`${address}/healthz`)).headers.get('connection')).toBe('close');
  });
});
