import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
  let server: Server;

  /** Sends the path as it is: `fetch` would resolve `..` itself. */
  const send = (path: string, { method = 'GET', encoding = '' } = {}) =>
    new Promise<Reply>((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      const headers = { 'accept-encoding': encoding, connection: 'close' };
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
    server = createServer(handler);
    await new Promise<void>((resolve) => server.listen(0, resolve));
  });

  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
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

  it('answers 404 for a missing asset, which is never a page', async () => {
    const { status, body } = await send('/assets/main-0000.js');

    expect([status, body]).toEqual([404, 'Not found']);
  });

  it('refuses other methods than GET and HEAD, and names these', async () => {
    const { status, headers } = await send('/', { method: 'POST' });

    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    expect(await send('/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
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
  it.each(['/api', '/api/v1/me', '/api?x=1', '/healthz', '/readyz', '/metrics', '/.well-known/x'])(
    '%s belongs to the API',
    (path) => {
      expect(isApiPath(path)).toBe(true);
    },
  );

  it.each(['/', '/apiary', '/w/api', '/metrics-of-mine'])('%s is a page', (path) => {
    expect(isApiPath(path)).toBe(false);
  });
});
