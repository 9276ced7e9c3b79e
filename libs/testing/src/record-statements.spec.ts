import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from './create-test-server.js';
import { recordAllTurns, recordRoundTrips, recordStatements } from './record-statements.js';
import { shop } from './shop.module.js';
import type { TestClient } from './test-client.js';
import { until } from './until.js';

let server: TestServer;
let member: TestClient;
let items: string;
let shelves: string;
beforeAll(async () => {
  server = await createTestServer({ modules: [shop] });
  const workspace = await server.workspace();
  member = server.as(await workspace.member());
  const records = `${workspace.path}/modules/shop/records`;
  items = `${records}/item`;
  shelves = `${records}/shelf`;
});
afterAll(() => server.close());

const add = async (kind: string, fields: object) => {
  const { status, text } = await member.post(kind, { fields });
  if (status !== 201) throw new Error(text);
};
const addItem = (name: string) => add(items, { name, qty: 1 });
/** Emits an event. */
const addShelf = (name: string) => add(shelves, { name });
const isSequenced = async () => {
  const { rows } = await server.database.pool.query('select from event_unsequenced limit 1');
  return rows.length === 0;
};
/** Sends statements from outside of any request for as long as `work` runs. */
async function besideOthers<Result>(work: () => Promise<Result>): Promise<{ readonly result: Result; others: number }> {
  let isOver = false;
  let others = 0;
  const send = async () => {
    while (!isOver) {
      await Promise.all([
        server.database.pool.query('select 4711'),
        server.database.transaction(async ({ session }) => void (await session.query('select 4712'))),
        addShelf(`Other ${others}`),
      ]);
      others += 1;
    }
  };
  const sending = send();
  await until('the others send', () => others > 0);
  const result = await work().finally(() => (isOver = true));
  await sending;
  return { result, others };
}

describe('recorded statements', () => {
  it('are those of the request, whatever other requests and background work send at the same time', async () => {
    const alone = await recordRoundTrips(server.database, () => addItem('alone'));
    const { result } = await besideOthers(async () => {
      const counts: (readonly (readonly string[])[])[] = [];
      for (let n = 0; n < 20; n += 1) counts.push(await recordRoundTrips(server.database, () => addItem('beside')));
      return counts;
    });

    expect(alone.length).toBeGreaterThan(1);
    expect(alone.at(-1)?.at(-1)).toBe('commit');
    expect(result).toEqual(Array(20).fill(alone));
  });

  it('are those of each of two requests that run at the same time', async () => {
    const [list, write] = [() => member.get(items), () => addItem('counted')];
    const alone = [await recordStatements(server.database, list), await recordStatements(server.database, write)];

    expect(
      await Promise.all([recordStatements(server.database, list), recordStatements(server.database, write)]),
    ).toEqual(alone);
  });

  it('include those of connections that had to be waited for', async () => {
    const alone = await recordStatements(server.database, () => addItem('alone'));
    const taken = await Promise.all(Array.from({ length: 8 }, () => server.database.pool.connect()));
    const recorded = recordStatements(server.database, () => addItem('waits'));
    await until('the request waits', () => server.database.pool.waitingCount > 0);
    for (const client of taken) {
      await client.query('select 4713');
      client.release();
    }

    expect(await recorded).toEqual(alone);
  });

  it('do not include the sequencing of the events that the request emits', async () => {
    const statements = await recordStatements(server.database, async () => {
      await addShelf('with an event');
      await until('it is sequenced', isSequenced);
    });

    expect(statements).toContainEqual(expect.stringContaining('insert into event '));
    expect(statements.filter((text) => text.includes('event_sequenced'))).toEqual([]);
  });

  it('end with the work', async () => {
    let later = Promise.resolve();
    const statements = await recordStatements(server.database, async () => {
      const client = await server.database.pool.connect();
      await client.query('select 1');
      later = client.query('select 2').then(() => client.release());
      void later;
      await Promise.resolve();
    });
    const count = statements.length;
    await later;
    await server.database.pool.query('select 3');

    expect([count, statements]).toEqual([2, ['select 1', 'select 2']]);
  });
});

describe('all recorded turns', () => {
  it('are those of requests and of background work, an array for each use of a connection', async () => {
    const turns = await recordAllTurns(server.database, async () => {
      await addShelf('all');
      await server.database.transaction(async ({ session }) => void (await session.query('select 4714')));
      await until('the event is sequenced', isSequenced);
    });

    expect(turns).toContainEqual(['begin', 'select 4714', 'commit']);
    expect(turns.flat()).toContainEqual(expect.stringContaining('insert into event_sequenced'));
  });
});
