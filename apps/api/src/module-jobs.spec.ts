import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startShippedServer, type ShippedServer, type TestWorkspace, until } from '@cubit/testing';
import { endedJob } from '@cubit/testing/shipped';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';

// A whole program is killed here, and its job waits until its lease expires.
jest.setTimeout(120_000);

const KEY = 'sk-very-secret';

/** A module of another package, as `cubit-module build` writes it. */
const SOURCE = `
import { defineAction, defineEvent, defineJob, defineModule, fail, Field } from '@cubit/core';
import { Type } from 'typebox';

const settings = Type.Object({ base: Field.text({ default: '' }), api_key: Field.secret({ title: 'API key' }) });
const wished = defineEvent({ name: 'shopper.article.wished', title: 'Wished', payload: Type.Object({ article: Type.String() }),
  example: { article: 'screw' } });
const order = defineJob({ id: 'shopper:order', input: Type.Object({ article: Type.String() }), settings,
  async run({ fetch, key, transaction, settings: { base, api_key } }, { article }) {
    const answer = await fetch(base + '/orders?article=' + article, {
      method: 'POST',
      headers: { 'Idempotency-Key': key, authorization: 'Bearer ' + api_key },
      body: JSON.stringify({ article }),
    });
    if (!answer.ok) fail('upstream_failed', 'The shop answered ' + answer.status + '.');
    if (article === 'another') await transaction(async ({ emit }) => emit(wished, { article }));
  } });
const buy = defineAction({ id: 'shopper:buy', title: 'Buy', appliesTo: 'workspace', input: Type.Object({ article: Type.String() }),
  output: Type.Object({ job: Type.String() }), emits: [], effects: { destructive: false, idempotent: false, readOnly: false },
  example: { title: 'Buy', input: { article: 'screw' } },
  run: async ({ enqueue }, _, input) => ({ job: enqueue(order, input).id }) });
const wish = defineAction({ id: 'shopper:wish', title: 'Wish', appliesTo: 'workspace', input: Type.Object({ article: Type.String() }),
  output: Type.Null(), emits: [wished], effects: { destructive: false, idempotent: false, readOnly: false },
  example: { title: 'Wish', input: { article: 'screw' } },
  run: async ({ emit }, _, input) => { emit(wished, input); return null; } });
const onWished = { id: 'order', event: 'shopper.article.wished',
  run: async ({ enqueue }, { id, payload }) => { enqueue(order, { article: payload.article }, { key: id }); } };
export const value = defineModule({ name: 'shopper', version: '1.0.0', contract: '^1.2.0', title: 'Shopper', description: 'For a spec.',
  permissions: { egress: ['127.0.0.1'] }, settings, events: [wished], actions: [buy, wish], subscriptions: [onWished], jobs: [order] });
`;

type Answer = (request: IncomingMessage, reply: ServerResponse) => void;
const answers: Answer[] = [];
const received: (string | undefined)[] = [];

let folder: string;
let shop: Server;
let server: ShippedServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cubit-shopper-'));
  const manifest = { name: 'cubit-module-shopper', version: '1.0.0', type: 'module', exports: './index.js' };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, cubit: { module: 'shopper' } }));
  await writeFile(join(folder, 'index.js'), SOURCE);
  shop = createServer((request, reply) => {
    request.resume();
    reply.on('error', () => {});
    received.push(request.headers['idempotency-key'] as string | undefined);
    (answers.shift() ?? (() => void reply.end('ordered')))(request, reply);
  }).listen(0, '127.0.0.1');
  await once(shop, 'listening');
  server = await startShippedServer({ environment: { MODULES: folder, SERVICE_WEBHOOK_ALLOW_INTERNAL: '1' } });
  workspace = await server.workspace();
  const base = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const settings = { base, api_key: KEY };
  await server.as(workspace.owner).patch(`${workspace.path}/modules/shopper`, { settings });
});
afterAll(async () => {
  await server.close();
  shop.closeAllConnections();
  shop.close();
  await rm(folder, { recursive: true });
});

const act = (action: string, article: string) =>
  server.as(workspace.owner).post<{ result: { job: string } }>(`${workspace.path}/modules/shopper/actions/${action}`, {
    record: null,
    input: { article },
  });
async function buy(article: string): Promise<string> {
  return (await act('buy', article)).body.result.job;
}
const ended = (job: string) =>
  endedJob(async () => (await server.as(workspace.owner).get<{ state: string }>(`${workspace.path}/jobs/${job}`)).body);

describe('a job of a module of another package', () => {
  it('calls another system with one key, through a failure, a kill of the program and its restart', async () => {
    answers.push(
      (_, reply) => void reply.writeHead(500).end(),
      // The program is killed while it waits for this answer.
      () => {},
    );
    const job = await buy('screw');
    await until('the second attempt has begun', () => received.length === 2);
    await server.kill();
    await server.restart();

    // The killed attempt counts as none.
    expect(await ended(job)).toMatchObject({ state: 'succeeded', type: 'shopper:order', attempts: 1 });
    expect(received).toEqual([job, job, job]);
    expect(JSON.stringify(server.log.entries)).not.toContain(KEY);
  });

  it('that a subscription creates and whose events cause it again ends at the depth of wires', async () => {
    const before = received.length;
    await act('wish', 'another');
    const runs = () =>
      server.database.pool.query<{ state: string }>('select state from wire_run where subscription is not null');
    await until('a run is skipped', async () => (await runs()).rows.some(({ state }) => state === 'skipped'));

    // 8 is the maximum depth of a chain.
    expect(received.length - before).toBe(8);
    expect(new Set(received.slice(before)).size).toBe(8);
  });

  it('ends its request when it is cancelled', async () => {
    const closed = Promise.withResolvers<undefined>();
    const before = received.length;
    answers.push((request) => void request.socket.once('close', () => closed.resolve(undefined)));
    const job = await buy('bolt');
    await until('the request has come', () => received.length > before);
    await server.as(workspace.owner).delete(`${workspace.path}/jobs/${job}`);
    await closed.promise;

    expect(await ended(job)).toMatchObject({ state: 'cancelled', attempts: 0 });
  });
});
