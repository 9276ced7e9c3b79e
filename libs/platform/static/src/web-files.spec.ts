import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCubit, type HttpServer, serveCubit } from '@cubit/http';
import { createTestServer, type TestServer } from '@cubit/testing';
import { isApiPath, webFiles } from './web-files.js';

const PAGE = '<!doctype html><title>Cubit</title>';
const SCRIPT = 'export const one = 1;';

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe('the files of the web app', () => {
  let folder = '';
  let service: TestServer;
  let server: HttpServer;
  let port = 0;

  /** Sends the path as it is: `fetch` would resolve `..` itself. */
  const send = (path: string, { method = 'GET', encoding = '', accept = '*/*', more = {} } = {}) =>
    new Promise<Reply>((resolve, reject) => {
      const headers = { 'accept-encoding': encoding, accept, connection: 'close', 'x-request-id': 'r-1', ...more };
      request({ port, path, method, headers }, (answer) => {
        text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }), reject);
      })
        .on('error', reject)
        .end();
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cubit-static-'));
    await mkdir(join(folder, 'web/assets'), { recursive: true });
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await writeFile(join(folder, 'web/index.html'), PAGE);
    await writeFile(join(folder, 'web/assets/main-1a2b.js'), SCRIPT);
    await writeFile(join(folder, 'web/assets/main-1a2b.js.gz'), gzipSync(SCRIPT));
    const handler = webFiles(join(folder, 'web'), { https: false });
    if (!handler) throw new Error('The folder has a page.');
    service = await createTestServer();
    const { kernel, log } = service;
    server = serveCubit(await createCubit({ kernel, log }), {
      fallback: handler,
      isFallback: (path) => !isApiPath(path),
    });
    ({ port } = await server.listen({ port: 0, host: '127.0.0.1' }));
  });

  afterAll(async () => {
    await server.close({ graceMs: 0 });
    await service.close();
    await rm(folder, { recursive: true });
  });

  it.each(['/', '/w/lab', '/w/lab/r/inventory/part/1?peek=2', '/join/token', '/assetsX'])(
    '%s is a page of the app, checked for a newer version each time',
    async (path) => {
      const { status, headers, body } = await send(path);

      expect(body).toBe(PAGE);
      expect([status, headers['cache-control'], headers['content-type']]).toEqual([
        200,
        'no-cache',
        'text/html;charset=utf-8',
      ]);
      expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';");
      expect(headers['strict-transport-security']).toBeUndefined();
    },
  );

  it('serves assets without a check for newer versions', async () => {
    const { status, headers, body } = await send('/assets/main-1a2b.js');

    expect([status, body]).toEqual([200, SCRIPT]);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('serves compressed files to clients that accept them', async () => {
    const { headers } = await send('/assets/main-1a2b.js', { encoding: 'gzip' });

    expect(headers['content-encoding']).toBe('gzip');
    expect(headers.vary).toContain('Accept-Encoding');
  });

  it.each([
    '/assets/main-0000.js',
    '/assets/',
    '/assets/old',
    '/favicon.ico',
    '/w/lab/photo@2x.png?size=1',
    '/w/lab/caf%C3%A9%2Epng',
    '/.env',
  ])('%s is 404 as every error is: a missing file is never a page', async (path) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const { status, headers, body } = await send(path, { method, accept: 'text/html' });
      expect([method, status, headers['content-type']]).toEqual([method, 404, 'application/json']);
      expect(headers['cache-control']).toBe('no-store');
      if (method !== 'HEAD') expect(JSON.parse(body)).toMatchObject({ error: { code: 'not_found' } });
    }
  });

  it.each(['/', '/w/lab', '/assets/main-1a2b.js'])('%s accepts GET, HEAD and OPTIONS', async (path) => {
    const allow = 'GET, HEAD, OPTIONS';
    const [read, head] = [await send(path), await send(path, { method: 'HEAD' })];
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers).toEqual({ ...read.headers, date: expect.any(String) });
    expect(await send(path, { method: 'OPTIONS' })).toMatchObject({ status: 204, body: '', headers: { allow } });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      const { status, headers, body } = await send(path, { method });
      expect([method, status, headers.allow]).toEqual([method, 405, allow]);
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'method_not_allowed' } });
    }
  });

  it.each([
    ['application/json', 406],
    ['text/html;q=0, */*', 406],
    ['text/*', 200],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 200],
  ])('answers a page to a client that accepts %s with %i', async (accept, status) => {
    const { status: answered, body } = await send('/w/lab', { accept });
    expect(answered).toBe(status);
    if (status === 406) expect(JSON.parse(body)).toMatchObject({ error: { code: 'not_acceptable' } });
    expect((await send('/assets/main-1a2b.js', { accept })).status).toBe(200);
  });

  it.each([
    ['a page', '/w/lab', 'GET', 200],
    ['an asset', '/assets/main-1a2b.js', 'GET', 200],
    ['a missing file', '/assets/gone.js', 'GET', 404],
    ['a refused method', '/', 'DELETE', 405],
    ['the methods', '/', 'OPTIONS', 204],
    ['a path that is not UTF-8', '/w/%ff', 'GET', 400],
    ['a path of the API without a route', '/api/v2', 'GET', 404],
  ])('answers %s with the id of its request', async (_, path, method, status) => {
    const named = await send(path, { method });
    expect([named.status, named.headers['x-request-id']]).toEqual([status, 'r-1']);
    const other = await send(path, { method, more: { 'x-request-id': 'not well-formed' } });
    expect(other.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('answers 304 with the id of its request to a client that has the page', async () => {
    const { headers } = await send('/');
    const again = await send('/', { more: { 'if-none-match': headers.etag } });
    expect([again.status, again.headers['x-request-id']]).toEqual([304, 'r-1']);
  });

  it('sends the whole file for a range, which would be one of the compressed file', async () => {
    for (const range of ['bytes=2-3', 'bytes=999-', 'bytes=-2', 'nonsense'])
      expect(await send('/', { more: { range } })).toMatchObject({ status: 200, body: PAGE });
  });

  it('answers 404 for a file that is gone since the start', async () => {
    const name = 'web/assets/main-3c4d.js';
    await writeFile(join(folder, name), SCRIPT);
    const handler = webFiles(join(folder, 'web'), { https: false })!;
    const { kernel, log } = service;
    const later = serveCubit(await createCubit({ kernel, log }), { fallback: handler });
    const { url } = await later.listen({ port: 0, host: '127.0.0.1' });
    expect((await fetch(`${url}/assets/main-3c4d.js`)).status).toBe(200);
    await rm(join(folder, name));
    expect((await fetch(`${url}/assets/main-3c4d.js`)).status).toBe(404);
    await later.close({ graceMs: 0 });
  });

  it.each(['/../secret.txt', '/assets/../../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt'])(
    'serves no file outside of its folder: %s',
    async (path) => {
      expect((await send(path)).body).not.toContain('secret');
    },
  );

  it('are absent if the app is not built', () => {
    expect(webFiles(join(folder, 'web/assets'), { https: false })).toBeNull();
  });
});

describe('isApiPath', () => {
  it.each(['/api', '/api/v1/me', '/healthz', '/readyz', '/metrics', '/.well-known/x'])(
    '%s belongs to the API',
    (path) => {
      expect(isApiPath(path)).toBe(true);
    },
  );

  it.each(['/', '/apiary', '/w/api', '/metrics-of-mine'])('%s is a page', (path) => {
    expect(isApiPath(path)).toBe(false);
  });
});
