import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import pg from 'pg';
import type { LabBench, RunView } from '../../fixtures/lab-bench.js';
import { startLab, type Lab } from '../../fixtures/start-lab.js';

let lab: Lab<TestServer>;
let outside: pg.Client;
beforeAll(async () => {
  lab = await startLab(createTestServer);
  outside = new pg.Client(lab.server.connection);
  await outside.connect();
});
afterAll(async () => {
  await outside.end();
  await lab.close();
});

const MANY = 60;
/** That of the dispatcher of events. */
const SEQUENCE_LOCK = 0x63_75_62_65;

/** Sends pings whose runs become due together, and waits for these. */
async function dueTogether(bench: LabBench, wireId: string, pings: readonly object[]): Promise<readonly RunView[]> {
  await outside.query('begin');
  // Events are sequenced, and their runs created, once this lock is free.
  await outside.query('select pg_advisory_xact_lock($1)', [SEQUENCE_LOCK]);
  for (const ping of pings) await bench.ping(ping);
  await outside.query('rollback');
  return bench.finished(wireId, pings.length);
}

/** How many transactions wrote the rows of the runs. */
async function transactionsOf(wireId: string): Promise<number> {
  const { rows } = await outside.query<{ count: string }>(
    'select count(distinct xmin::text) as count from wire_run where wire_id = $1',
    [wireId],
  );
  return Number(rows[0]?.count);
}

describe('a batch of runs', () => {
  it('takes effect once for each run, in far fewer transactions than runs', async () => {
    const bench = await lab.bench();
    const counters = await Promise.all([1, 2, 3].map(() => bench.addCounter()));
    const wire = await bench.addBumper();
    const pings = Array.from({ length: MANY }, (_, n) => ({ counter: counters[n % 3] }));
    const runs = await dueTogether(bench, wire.id, pings);
    expect(runs.map(({ state, attempts }) => [state, attempts])).toEqual(Array(MANY).fill(['succeeded', 1]));
    expect(await Promise.all(counters.map((id) => bench.countOf(id)))).toEqual([20, 20, 20]);
    expect(await transactionsOf(wire.id)).toBeLessThan(MANY / 2);
  });

  it('gives each change the cause and the version of its own run', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter();
    const wire = await bench.addBumper();
    const runs = await dueTogether(bench, wire.id, Array(10).fill({ counter }));
    const { body } = await lab.server.as(bench.workspace.owner).get<{
      data: { version: number; cause: { run_id: string } | null }[];
    }>(`${bench.path}/modules/lab/records/counter/${counter}/history?limit=50`);
    const caused = body.data.filter(({ cause }) => cause !== null);
    expect(caused.map(({ version }) => version)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    expect(new Set(caused.map(({ cause }) => cause?.run_id))).toEqual(new Set(runs.map(({ id }) => id)));
    const { body: log } = await lab.server.as(bench.workspace.owner).get<{
      data: { cause: { run_id: string } }[];
    }>(`${bench.path}/event-log?name=lab.counter.bumped&limit=50`);
    expect(new Set(log.data.map(({ cause }) => cause.run_id))).toEqual(new Set(runs.map(({ id }) => id)));
  });

  it('keeps what succeeded where one of its runs fails', async () => {
    const bench = await lab.bench();
    const [free, full] = [await bench.addCounter(), await bench.addCounter({ limit: 3 })];
    const wire = await bench.addBumper();
    const pings = Array.from({ length: 12 }, (_, n) => ({ counter: n % 2 === 0 ? free : full }));
    const runs = await dueTogether(bench, wire.id, pings);
    const ended = (id: string) => runs.filter((run) => run.record_id === id).map(({ state }) => state);
    expect([ended(free), ended(full).toSorted()]).toEqual([
      Array(6).fill('succeeded'),
      [...Array<string>(3).fill('failed'), ...Array<string>(3).fill('succeeded')],
    ]);
    expect([await bench.countOf(free), await bench.countOf(full)]).toEqual([6, 3]);
  });

  it('lets others pass by a run whose record is locked', async () => {
    const bench = await lab.bench();
    const [free, locked] = [await bench.addCounter(), await bench.addCounter()];
    const wire = await bench.addBumper();
    const holder = new pg.Client(lab.server.connection);
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from record where id = $1 for update', [locked]);
    await Promise.all([locked, free, free, free].map((counter) => bench.ping({ counter })));
    const runs = await bench.finished(wire.id, 3);
    expect(runs.filter(({ state }) => state === 'succeeded').map((run) => run.record_id)).toEqual([free, free, free]);
    await holder.query('rollback');
    await holder.end();
    await bench.finished(wire.id, 4);
    expect([await bench.countOf(free), await bench.countOf(locked)]).toEqual([3, 1]);
  });

  it('is executed run by run where a deadlock prevents its commit, and no attempt is counted for it', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter();
    const wire = await bench.addWire({ action: 'lab:bump', record: 'event.payload.counterId' });
    await outside.query(`create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from ended where state = 'succeeded') > 1 then raise exception 'refused' using errcode = '40P01'; end if;
      return null; end $$`);
    await outside.query(`create trigger refuse_many after update on wire_run referencing new table as ended
      for each statement execute function refuse_many()`);
    const runs = await dueTogether(bench, wire.id, Array(8).fill({ counter }));
    await outside.query('drop trigger refuse_many on wire_run');
    expect(runs.map(({ state, attempts }) => [state, attempts])).toEqual(Array(8).fill(['succeeded', 1]));
    expect(await bench.countOf(counter)).toBe(8);
    expect(await transactionsOf(wire.id)).toBe(8);
  });

  it('keeps the order of a queued wire past a run that fails and is retried', async () => {
    const bench = await lab.bench();
    const [full, free] = [await bench.addCounter({ limit: 1 }), await bench.addCounter()];
    const wire = await bench.addBumper({ mode: 'queued' });
    const runs = await dueTogether(bench, wire.id, [
      { counter: full },
      { counter: free },
      { counter: full },
      { counter: free },
    ]);
    const owner = lab.server.as(bench.workspace.owner);
    const eventsOf = async <Event>(name: string) =>
      (await owner.get<{ data: readonly Event[] }>(`${bench.path}/event-log?name=${name}`)).body.data.toReversed();
    const pings = (await eventsOf<{ id: string }>('lab.ping.sent')).map(({ id }) => id);
    const bumps = await eventsOf<{ cause: { event_id: string } }>('lab.counter.bumped');
    expect(bumps.map(({ cause }) => cause.event_id)).toEqual([pings[0], pings[1], pings[3]]);
    const [last, failed] = runs.map(({ state, finished_at: at }) => ({ state, at: Date.parse(at!) }));
    expect([last!.state, failed!.state]).toEqual(['succeeded', 'failed']);
    expect(last!.at).toBeGreaterThanOrEqual(failed!.at);
  });
});

describe('a workspace with many due runs', () => {
  it('does not delay the runs of another', async () => {
    const [busy, calm] = [await lab.bench(), await lab.bench()];
    const [wire, other] = [await busy.addBumper(), await calm.addBumper()];
    const counter = await busy.addCounter();
    const quick = await calm.addCounter();
    await busy.pingAndWait({ counter });
    // Ten thousand due runs of the busy workspace, for events that are gone.
    await outside.query(
      `insert into wire_run (workspace_id, id, wire_id, event_id, event_position, depth, root_event_id, attempts_left, available_at, created_at)
        select workspace_id, wire_run_id(), wire_id, gen_random_uuid(), event_position, 1, gen_random_uuid(), 5, now(), now()
        from wire_run cross join generate_series(1, 10000) where wire_id = $1`,
      [wire.id],
    );
    await busy.ping({ counter });
    await calm.pingAndWait({ counter: quick });
    expect(await calm.runs(other.id)).toMatchObject([{ state: 'succeeded' }]);
    const { rows } = await outside.query<{ left: string }>(
      `select count(*) as left from wire_run where wire_id = $1 and state = 'pending'`,
      [wire.id],
    );
    expect(Number(rows[0]?.left)).toBeGreaterThan(0);
    await outside.query(`delete from wire_run where wire_id = $1 and state = 'pending'`, [wire.id]);
  });
});
