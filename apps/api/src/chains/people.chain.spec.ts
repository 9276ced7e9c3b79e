import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestServer, endedJob, type TestServer, type TestUser, until } from '@cubit/testing';
import { ChainBench, startChains, type Chains, type ApiRecord } from './start-chains.js';

const HOUR_MS = 3_600_000;
let server: TestServer;
let chains: Chains;
let bench: ChainBench;
let owner: TestUser;
let ada: TestUser;
let task: ApiRecord;
beforeAll(async () => {
  // Runs in this process: the spec starts the sweep of due times.
  chains = await startChains(async (options) => (server = await createTestServer(options)));
});
afterAll(() => chains.close());
beforeEach(async () => {
  const workspace = await server.workspace();
  owner = workspace.owner;
  ada = await workspace.member();
  bench = new ChainBench(server.as(owner), workspace.path);
  task = await bench.add('projects:task', { title: 'Order the felt' });
});

/** The bell of a user, oldest first. */
async function bell(user: TestUser) {
  const { body } = await server
    .as(user)
    .get<{ data: { message: string; priority: string; link_url: string }[] }>(`${bench.path}/notifications?limit=200`);
  return body.data.map(({ message, priority }) => `${priority}: ${message}`).toReversed();
}
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

describe('a user to whom a task is assigned', () => {
  it('is notified once, and nobody else is', async () => {
    await bench.do('projects:assign', task, { users: [ada.id] });
    await bench.do('projects:assign', task, { users: [ada.id] });
    expect([await bell(ada), await bell(owner)]).toEqual([['normal: Assigned to you: Order the felt'], []]);
    expect(await bench.failures()).toEqual([]);
  });

  it('is not notified if the wire is disabled', async () => {
    await bench.enable(await bench.wire('projects', 'notify_assigned'), false);
    await bench.do('projects:assign', task, { users: [ada.id] });
    expect(await bell(ada)).toEqual([]);
  });
});

describe('a user whom a comment mentions', () => {
  it('is notified with an excerpt; a comment without mentions notifies nobody', async () => {
    await bench.do('projects:comment', task, { body: `@[Ada](${ada.id}) is bitumen fine?` });
    await bench.do('projects:comment', task, { body: 'Never mind.' });
    expect([await bell(ada), await bell(owner)]).toEqual([['normal: You were mentioned: @Ada is bitumen fine?'], []]);
  });
});

describe('a user with a due task', () => {
  it('is notified once before and once after the due time; nobody is notified of a task that is done or due later', async () => {
    const due = (title: string, due_at: string, fields: object = {}) =>
      bench.add('projects:task', { title, due_at, assignees: [ada.id], ...fields });
    await bench.enable(await bench.wire('projects', 'notify_assigned'), false);
    await due('Soon', inHours(2));
    await due('Past', inHours(-1));
    await due('Far', inHours(48));
    await due('Done', inHours(-2), { status: 'done' });
    for (let turn = 0; turn < 2; turn += 1) await server.sweep();
    const sortedBell = async () => (await bell(ada)).toSorted();
    await until('both notifications arrive', async () => (await bell(ada)).length >= 2);
    expect(await sortedBell()).toEqual(['high: Overdue: Past', 'normal: Due soon: Soon']);
    expect(await bell(owner)).toEqual([]);
  });
});

describe('a workspace with low stock', () => {
  it('is notified with high priority, once until the stock recovers, even if no order is drafted', async () => {
    const part = await bench.add('inventory:part', { name: 'Bolt', min_stock: 5, target_stock: 20 });
    await bench.do('inventory:add', part, { qty: 10 });
    const ofBolts = async () => (await bell(ada)).filter((line) => line.includes('is low'));
    await bench.do('inventory:use', part, { qty: 5 });
    expect(await ofBolts()).toEqual([]);
    await bench.do('inventory:use', part, { qty: 1 });
    await bench.do('inventory:use', part, { qty: 1 });
    expect(await ofBolts()).toEqual([
      'high: Bolt is low: 4 pcs available, the minimum is 5 pcs. 16 pcs short of the target.',
    ]);
    expect(await bench.list('purchases:order', 'true')).toEqual([]);
  });
});

describe('an import', () => {
  it('rings one bell, for the importer, whatever happens to its rows', async () => {
    const rows = Array.from({ length: 30 }, (_, row) => `Part ${row},${row},10`);
    const send = async (kind: string, csv: string) => {
      const path = `${bench.path}/modules/inventory/records/${kind}/import`;
      const options = { headers: { 'content-type': 'text/csv' } };
      const { body } = await server.as(owner).post<{ id: string }>(path, csv, options);
      const read = async () => (await server.as(owner).get<{ state: string }>(`${bench.path}/jobs/${body.id}`)).body;
      return (await endedJob(read)).state;
    };
    expect(await send('part', ['name,ipn,min_stock', ...rows].join('\n'))).toBe('succeeded');
    const stock = Array.from({ length: 30 }, (_, row) => `${row},${row === 0 ? 5 : 20}`);
    expect(await send('stock_item', ['part.key,qty', ...stock, 'unknown,1'].join('\n'))).toBe('succeeded');
    const messages = ['low: 30 parts imported.', 'normal: 30 stock items imported, 1 row rejected.'];
    await until('both notifications arrive', async () => (await bell(owner)).length >= 2);
    expect([await bell(owner), await bell(ada)]).toEqual([messages, []]);
    const [movement] = await bench.list('inventory:movement', 'true');
    expect(movement?.fields).toMatchObject({ type: 'add', via: 'import', actor: owner.id });
  });
});
