import { afterAll, describe, expect, it } from '@jest/globals';
import { defineModule, defineModuleRoute } from '@cubit/core';
import { createTestServer } from '@cubit/testing';
import { createHttpServer } from './index.js';

const responses = { 200: { description: 'Done.' } };
const started = Promise.withResolvers<null>();
const hanging = Promise.withResolvers<null>();
const finish = Promise.withResolvers<null>();
const slow = defineModuleRoute({
  operationId: 'slowProbe',
  method: 'GET',
  path: '/slow',
  summary: 'Slow',
  responses,
  handler: async () => {
    started.resolve(null);
    await finish.promise;
    return { status: 200, body: { done: true } };
  },
});
const stuck = defineModuleRoute({
  ...slow,
  operationId: 'stuckProbe',
  path: '/stuck',
  handler: () => {
    hanging.resolve(null);
    return new Promise(() => {});
  },
});
const ticks = defineModuleRoute({
  operationId: 'tickProbe',
  method: 'GET',
  path: '/ticks',
  summary: 'Events',
  streaming: true,
  responses,
  handler: (_context, { signal }) =>
    Promise.resolve({ status: 200, mediaType: 'text/event-stream', stream: tick(signal) }),
});
const probe = defineModule({
  name: 'probe',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Probe',
  description: 'Routes for specs.',
  routes: [slow, stuck, ticks],
});

async function* tick(signal: AbortSignal): AsyncGenerator<string> {
  yield ': hello\n\n';
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
}

const server = await createTestServer({ modules: [probe] });
afterAll(() => server.close());
const { path, owner } = await server.workspace();

async function listening() {
  const http = await createHttpServer({ kernel: server.kernel, log: server.log, settings: { rateLimit: 'off' } });
  const { url } = await http.listen({ port: 0, host: '127.0.0.1' });
  const get = (route: string) =>
    fetch(`${url}${path}/modules/probe${route}`, { headers: { authorization: `Bearer ${owner.token}` } });
  return { http, get };
}

describe('closing', () => {
  it('lets running requests finish, ends event streams and accepts no new connections', async () => {
    const { http, get } = await listening();
    const events = await get('/ticks');
    const running = get('/slow');
    await started.promise;
    const closed = http.close({ graceMs: 5_000 });

    expect(await events.text()).toBe(': hello\n\n');
    await expect(get('/slow')).rejects.toThrow();
    finish.resolve(null);
    const reply = await running;
    expect(await reply.json()).toEqual({ done: true });
    expect(reply.headers.get('connection')).toBe('close');
    await closed;
  });

  it('aborts requests that do not finish in time', async () => {
    const { http, get } = await listening();
    const cut = expect(get('/stuck')).rejects.toThrow();
    await hanging.promise;
    await http.close({ graceMs: 50 });
    await cut;
  });
});
