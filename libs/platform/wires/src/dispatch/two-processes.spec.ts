import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createKernel, type Kernel } from '@cubit/runtime';
import { Database } from '@cubit/database';
import { createTestServer, type TestServer, until } from '@cubit/testing';
import pg from 'pg';
import { lab as labModule } from '../../fixtures/lab.module.js';
import { startLab, type Lab } from '../../fixtures/start-lab.js';
import { wiresModule } from '../module/wires.module.js';
import { wiresCapability } from '../wires-capability.js';
import { RUNS_CHANNEL } from './run-bell.js';

const CONNECTIONS = 8;
/** So often are a hundred runs waited for until each process has executed one. */
const ROUNDS = 20;

/** Backends of the second process. */
const secondPids = new Set<number>();

let lab: Lab<TestServer>;
let second: Kernel;
let database: Database;
let outside: pg.Client;
let observer: pg.Client;
beforeAll(async () => {
  lab = await startLab(createTestServer, { wires: { concurrency: 1 } });
  const { connection, log, kernel } = lab.server;
  database = new Database({ connection, max: CONNECTIONS, onError: () => {} });
  database.pool.on('connect', (client) => secondPids.add((client as unknown as { processID: number }).processID));
  second = await createKernel({
    database,
    modules: [labModule, wiresModule],
    settings: kernel.services.settings,
    log,
    capabilities: [wiresCapability({ concurrency: 1, retry: { baseMs: 5 } })],
  });
  await second.start();
  [outside, observer] = [new pg.Client(connection), new pg.Client(connection)];
  await Promise.all([outside.connect(), observer.connect()]);
});
afterAll(async () => {
  await Promise.all([outside.end(), observer.end()]);
  await second.stop();
  await database.close();
  await lab.close();
});

/** Holds a counter from outside, so that a run on it comes to a stand in the middle of its action. */
async function hold(counter: string): Promise<{ release(): Promise<unknown> }> {
  await outside.query('begin');
  await outside.query(`select from record where kind = 'lab:counter' and id = $1 for update`, [counter]);
  return { release: () => outside.query('rollback') };
}

/** The connection of a run that stands before the held counter. */
function standing(): Promise<number> {
  return until('a run stands before it', async () => {
    const { rows } = await observer.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%record_lab_counter%'`,
    );
    return rows[0]?.pid;
  });
}

/** A hundred runs of a new wire; answers for each whether the second process has finished it. */
async function finishHundred(): Promise<readonly boolean[]> {
  const bench = await lab.bench();
  const counters = await Promise.all(Array.from({ length: 4 }, () => bench.addCounter()));
  const wire = await bench.addBumper();
  await Promise.all(Array.from({ length: 100 }, (_, n) => bench.ping({ counter: counters[n % 4] })));
  const runs = await bench.finished(wire.id, 100);
  expect(runs).toHaveLength(100);
  expect(new Set(runs.map((run) => run.event_id)).size).toBe(100);
  expect(await Promise.all(counters.map((id) => bench.countOf(id)))).toEqual([25, 25, 25, 25]);
  const { rows } = await observer.query<{ pid: number }>('delete from finisher returning pid');
  return rows.map(({ pid }) => secondPids.has(pid));
}

describe('two processes on one database', () => {
  it('execute every run exactly once, and both execute some', async () => {
    await observer.query('create table finisher (pid integer)');
    await observer.query(`create function note_finisher() returns trigger language plpgsql as
      $$ begin insert into finisher values (pg_backend_pid()); return null; end $$`);
    await observer.query(`create trigger note_finisher after update on wire_run for each row
      when (old.state = 'pending' and new.state = 'succeeded') execute function note_finisher()`);
    // Who takes a run is chance: one process may be busy for as long as a hundred runs take.
    const bySecond: boolean[] = [];
    for (let round = 1; round <= ROUNDS && new Set(bySecond).size < 2; round += 1) {
      bySecond.push(...(await finishHundred()));
      expect(bySecond).toHaveLength(100 * round);
    }
    await observer.query('drop trigger note_finisher on wire_run');
    expect(new Set(bySecond)).toEqual(new Set([true, false]));
  });

  it('do not execute a run that one of them is executing, however often the bell rings', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter();
    const wire = await bench.addBumper();
    const locked = await hold(counter);
    await bench.ping({ counter });
    await standing();
    for (let ring = 0; ring < 4; ring += 1)
      await observer.query('select pg_notify($1, $2)', [RUNS_CHANNEL, bench.workspace.id]);
    await locked.release();
    await bench.finished(wire.id, 1);
    expect(await bench.countOf(counter)).toBe(1);
    expect(await bench.runs(wire.id)).toMatchObject([{ state: 'succeeded', attempts: 1 }]);
  });

  it('execute a run again whose connection was killed, and count no attempt for it', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter();
    const wire = await bench.addBumper();
    const locked = await hold(counter);
    await bench.ping({ counter });
    await observer.query('select pg_terminate_backend($1)', [await standing()]);
    await locked.release();
    const [run] = await bench.finished(wire.id, 1);
    expect(run).toMatchObject({ state: 'succeeded', attempts: 1 });
    expect(await bench.countOf(counter)).toBe(1);
  });

  it('keep the order of the runs of a queued wire', async () => {
    const bench = await lab.bench();
    const wire = await bench.addWire({ action: 'lab:log', input: { text: '#${event.payload.n}' }, mode: 'queued' });
    for (let n = 0; n < 30; n += 1) await bench.ping({ n });
    await bench.finished(wire.id, 30);
    expect((await bench.entries()).map(({ text }) => text)).toEqual(Array.from({ length: 30 }, (_, n) => `#${n}`));
  });

  it('find due runs whose bell was lost', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter();
    const wire = await bench.addBumper();
    await Promise.all(Array.from({ length: 20 }, () => bench.ping({ counter })));
    await bench.finished(wire.id, 20);
    await observer.query(
      `update wire_run set state = 'pending', available_at = now(), attempts_left = 5, finished_at = null where wire_id = $1`,
      [wire.id],
    );
    await bench.finished(wire.id, 20);
    expect(await bench.countOf(counter)).toBe(40);
  });
});
