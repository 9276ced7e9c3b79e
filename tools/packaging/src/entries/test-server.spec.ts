import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineModule, defineModuleRoute } from '@cubit/core';
import { describe, expect, it } from '@jest/globals';
import { Type } from 'typebox';
import { createTestServer } from './test-server.js';

const HOST = 'api.lightburn.example';

function laserThatCalls(port: number) {
  const state = defineModuleRoute({
    operationId: 'laserState',
    method: 'GET',
    path: '/state',
    summary: 'State',
    responses: { 200: { description: 'The state.', schema: Type.String(), mediaType: 'text/plain' } },
    errors: ['upstream_failed'],
    handler: async ({ fetch }) => ({
      status: 200,
      bytes: (await fetch(`http://${HOST}:${port}/state`)).text(),
      mediaType: 'text/plain',
    }),
  });
  return defineModule({
    name: 'laser',
    version: '1.0.0',
    contract: '^1.2.0',
    title: 'Laser',
    description: 'For this spec.',
    permissions: { egress: [HOST] },
    routes: [state],
  });
}

describe('the test server for authors', () => {
  it.each([
    ['leads requests of modules to the addresses of `hosts`', { [HOST]: '127.0.0.1' }, { status: 200, text: 'idle' }],
    ['knows no host without it', undefined, { status: 502, body: { error: { code: 'upstream_failed' } } }],
  ])('%s', async (_, hosts, expected) => {
    const upstream = createServer((_request, reply) => void reply.end('idle')).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const modules = [laserThatCalls((upstream.address() as AddressInfo).port)];
    const server = await createTestServer({ modules, ...(hosts && { hosts }) });
    try {
      const { path, owner } = await server.workspace();
      expect(await server.as(owner).get(`${path}/modules/laser/state`)).toMatchObject(expected);
    } finally {
      await server.close();
      upstream.closeAllConnections();
      upstream.close();
      await once(upstream, 'close');
    }
  });
});
