import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { defineKind, defineModule, Field, rollup } from '@cubit/core';
import { Database, Listener } from '@cubit/database';
import { createTestServer, shop, type TestClient, type TestServer, type TestWorkspace, until } from '@cubit/testing';
import { Type } from 'typebox';
import { RecordFeed, RECORDS_CHANNEL } from './record-feed.js';
import type { RecordMessage } from './record-message.js';

const box = defineKind({
  id: 'depot:box',
  title: ['Box', 'Boxes'],
  titleField: 'name',
  fields: Type.Object({ name: Field.text(), count: rollup(Field.integer({ default: 0 })) }),
});
const thing = defineKind({
  id: 'depot:thing',
  title: ['Thing', 'Things'],
  titleField: 'name',
  fields: Type.Object({ name: Field.text(), box: Field.ref('depot:box') }),
  async onWrite({ records }, changes) {
    await records.updateEach(
      box,
      changes.map(({ after }) => after.fields.box),
      ({ fields }) => ({ count: fields.count + changes.length }),
    );
  },
});
const depot = defineModule({
  name: 'depot',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Depot',
  description: 'Boxes and the things in them.',
  kinds: [box, thing],
});

let server: TestServer;
let workspace: TestWorkspace;
let member: TestClient;
let token: string;
let address: string;
beforeAll(async () => {
  server = await createTestServer({ modules: [shop, depot] });
  workspace = await server.workspace({ modules: ['shop', 'depot'] });
  const user = await workspace.member();
  ({ token } = user);
  member = server.as(user);
  address = await server.listen();
});
afterAll(() => server.close());

const path = (kind: string) => `${workspace.path}/modules/${kind.replace(':', '/records/')}`;
const create = async (kind: string, fields: object) =>
  (await member.post<{ id: string }>(path(kind), { fields })).body.id;

/** The record messages that a stream sends while `work` runs and until there are `count`. `work` can ask how many there are. */
async function received(
  count: number,
  work: (arrived: () => number) => Promise<unknown>,
  query = '?name=record',
): Promise<unknown[]> {
  const abort = new AbortController();
  const response = await fetch(`${address}${workspace.path}/event-stream${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.any([abort.signal, AbortSignal.timeout(60_000)]),
  });
  let text = '';
  let started: Promise<unknown> | undefined;
  const messages = () => [...text.matchAll(/event: record\ndata: (.*)\n\n/g)].map(([, data]) => JSON.parse(data ?? ''));
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    started ??= work(() => messages().length);
    if (messages().length >= count) break;
  }
  await started;
  abort.abort();
  return messages();
}

const listeners = async () =>
  (await sql<{ workspace_id: string }>`select workspace_id from record_listener`.execute(server.database.db)).rows;

describe('record messages of the event stream', () => {
  it('report creation, update, deletion, restoration and permanent deletion of a kind without events', async () => {
    let id = '';
    const messages = await received(5, async (arrived) => {
      id = await create('depot:box', { name: 'A' });
      const steps = [
        () => member.patch(`${path('depot:box')}/${id}`, { fields: { name: 'B' } }),
        () => member.delete(`${path('depot:box')}/${id}`),
        () => member.post(`${path('depot:box')}/${id}/restore`),
        async () => server.as(workspace.owner).delete(`${path('depot:box')}/${id}?permanent=true`),
      ];
      for (const [index, step] of steps.entries()) {
        // A change before that would be merged into the message that is not sent yet.
        await until(`message ${index + 1} arrives`, () => arrived() > index);
        await step();
      }
    });
    const kind = 'depot:box';
    expect(messages).toEqual([
      { kind, id, version: 1, op: 'create' },
      { kind, id, version: 2, op: 'update' },
      { kind, id, version: 3, op: 'delete' },
      { kind, id, version: 4, op: 'restore' },
      { kind, id, version: 5, op: 'delete' },
    ]);
  });

  it('report rollups, whose change gives no new version', async () => {
    const id = await create('depot:box', { name: 'Rolled up' });
    const messages = await received(2, () => create('depot:thing', { name: 'T', box: id }));
    expect(messages).toContainEqual({ kind: 'depot:box', id, version: 1, op: 'update' });
  });

  it('report the number above 100 records', async () => {
    const operations = Array.from({ length: 101 }, (_, index) => ({
      op: 'create',
      fields: { name: `Many ${index}` },
    }));
    expect(await received(1, () => member.post(`${path('depot:box')}/batch`, { operations }))).toEqual([
      { kind: 'depot:box', many: 101 },
    ]);
  });

  it('are not sent for what is rolled back, to other workspaces, or to a stream of other names', async () => {
    const other = await server.workspace({ modules: ['depot'] });
    const owner = server.as(other.owner);
    const operations = [
      { op: 'create', fields: { name: 'Refused' } },
      { op: 'create', fields: {} },
    ];
    let id = '';
    const messages = await received(1, async () => {
      expect((await member.post(`${path('depot:box')}/batch`, { operations })).status).toBe(422);
      await owner.post(`${other.path}/modules/depot/records/box`, { fields: { name: 'Foreign' } });
      id = await create('depot:box', { name: 'Mine' });
    });
    expect(messages).toEqual([{ kind: 'depot:box', id, version: 1, op: 'create' }]);
    const stream = await fetch(`${address}${workspace.path}/event-stream?name=shop.shelf.*`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await create('depot:box', { name: 'Not wanted' });
    await create('shop:shelf', { name: 'Wanted' });
    let text = '';
    for await (const chunk of stream.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes('shop.shelf.created')) break;
    }
    expect(text).not.toContain('event: record');
  });

  it('reach the streams of other processes', async () => {
    const database = new Database({ connection: server.connection, onError: () => undefined });
    const { log } = server.kernel.services;
    const feed = new RecordFeed(database, log);
    const listener = new Listener(server.connection, log);
    listener.on(RECORDS_CHANNEL, (payload) => feed.receive(payload));
    await listener.start();
    const seen: RecordMessage[] = [];
    let missed = 0;
    const unsubscribe = await feed.subscribe(workspace.id, {
      receive: (messages) => seen.push(...messages),
      miss: () => (missed += 1),
    });
    const id = await create('depot:box', { name: 'Elsewhere' });
    await until('the message reaches the other process', () => seen.length > 0);
    expect(seen).toEqual([{ kind: 'depot:box', id, version: 1, op: 'create' }]);
    feed.receive('');
    expect(missed).toBe(1);
    unsubscribe();
    await listener.stop();
    await feed.stop();
    await database.close();
  });

  it('cost no notification when no process listens', async () => {
    await until('no process listens', async () => (await listeners()).length === 0);
    const listener = new Listener(server.connection, server.kernel.services.log);
    const payloads: string[] = [];
    listener.on(RECORDS_CHANNEL, (payload) => payloads.push(payload));
    await listener.start();
    await create('depot:box', { name: 'Unseen' });
    await received(1, () => create('depot:box', { name: 'Seen in this process' }));
    await listener.ping();
    expect(payloads).toEqual([]);
    await listener.stop();
  });
});
