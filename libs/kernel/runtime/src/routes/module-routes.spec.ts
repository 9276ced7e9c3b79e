import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defineModule, defineModuleRoute } from '@cubit/core';
import { createTestWorkspace, type TestServer, type TestWorkspace } from '@cubit/testing';
import { Type } from 'typebox';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** A drawing whose module allows scripts in it, and a text beside it. */
const gallery = defineModule({
  ...{ name: 'gallery', version: '1.0.0', contract: '^1.0.0', title: 'Gallery', description: 'Drawings.' },
  routes: [
    defineModuleRoute({
      ...{ operationId: 'draw', method: 'GET', path: '/drawing.svg', summary: 'A drawing' },
      responses: { 200: { description: 'The drawing.', schema: Type.String(), mediaType: 'image/svg+xml' } },
      handler: () =>
        Promise.resolve({
          ...{ status: 200, bytes: SVG, mediaType: 'IMAGE/svg+xml' },
          headers: { 'Content-Security-Policy': "script-src 'unsafe-inline'", 'cache-control': 'private, no-cache' },
        }),
    }),
    defineModuleRoute({
      ...{ operationId: 'describe', method: 'GET', path: '/words.txt', summary: 'Words' },
      responses: { 200: { description: 'Words.', schema: Type.String(), mediaType: 'text/plain' } },
      handler: () =>
        Promise.resolve({
          ...{ status: 200, bytes: 'words', mediaType: 'text/plain' },
          headers: { 'content-security-policy': "default-src 'self'" },
        }),
    }),
  ],
});

describe('the answer of a module that is', () => {
  let server: TestServer;
  let workspace: TestWorkspace;
  beforeAll(async () => {
    ({ server, workspace } = await createTestWorkspace({ modules: [gallery] }));
  });
  afterAll(() => server.close());

  const headersOf = async (path: string) => {
    const { status, headers } = await server.as(workspace.owner).get(`${workspace.path}/modules/gallery${path}`);
    expect(status).toBe(200);
    return headers;
  };

  it('an image runs nothing and belongs to no origin, whatever its module says', async () => {
    const headers = await headersOf('/drawing.svg');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('something else keeps the headers of its module', async () => {
    expect((await headersOf('/words.txt'))['content-security-policy']).toBe("default-src 'self'");
  });
});
