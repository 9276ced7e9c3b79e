import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, type TestWorkspace } from '@cubit/testing';
import { coreOpenapi } from '../core-openapi.module.js';
import { docsAssets } from './docs-assets.js';

let server: TestServer;
let workspace: TestWorkspace;
let docs: string;

beforeAll(async () => {
  server = await createTestServer({ modules: [coreOpenapi] });
  workspace = await server.workspace();
  docs = `${workspace.path}/modules/core-openapi/docs`;
});
afterAll(() => server.close());

const read = async (path: string) => server.as(await workspace.viewer()).get(path);

describe('the interactive reference', () => {
  it('is a page without external content', async () => {
    const { headers, status, text } = await read(docs);

    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
    expect(text).not.toMatch(/https?:\/\//);
  });

  it('loads all its files from the instance, with URLs that can be cached permanently', async () => {
    const { text } = await read(docs);
    const paths = [...text.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(
      (match) => `${workspace.path}/modules/core-openapi/${match[1] ?? ''}`,
    );

    const replies = await Promise.all(paths.map(read));

    expect(replies.map(({ headers, status }) => [status, headers['content-type']])).toEqual([
      [200, 'image/png'],
      [200, 'text/css; charset=utf-8'],
      [200, 'text/javascript; charset=utf-8'],
      [200, 'text/javascript; charset=utf-8'],
    ]);
    expect(replies.every(({ headers }) => String(headers['cache-control']).includes('immutable'))).toBe(true);
  });

  it('serves no file under another name or digest', async () => {
    const { digest } = await docsAssets();

    expect((await read(`${docs}/assets/${digest}/package.json`)).status).toBe(404);
    expect((await read(`${docs}/assets/${digest}/..%2Fpackage.json`)).status).toBe(404);
    expect((await read(`${docs}/assets/0000000000000000/start.js`)).status).toBe(404);
  });

  it('requires membership', async () => {
    expect((await server.anonymous.get(docs)).status).toBe(401);
    expect((await server.as(await server.register()).get(docs)).status).toBe(404);
  });
});
