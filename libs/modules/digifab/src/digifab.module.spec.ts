import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { validate } from '@cubit/core';
import { createClock, createTestServer, type RecordBody, type RecordKey, type TestServer } from '@cubit/testing';
import { digifab } from './digifab.module.js';
import { inventory } from './fixtures/inventory.module.js';
import { Workshop } from './fixtures/workshop.js';

const { kinds = [], actions = [], events = [], wires = [], connectors = [] } = digifab;

const clock = createClock('2026-03-10T12:00:00Z');
let server: TestServer;
let shop: Workshop;
/** The events that each action emitted in the story below. */
const emitted = new Map<string, Set<string>>();

async function run(action: string, record: RecordKey | null, input = {}): Promise<void> {
  const { events } = await shop.do(action, record, input);
  const seen = emitted.get(action) ?? new Set();
  for (const { name } of events) seen.add(name);
  emitted.set(action, seen);
}
const report = (record: RecordKey, state: string, fields = {}) => run('report', record, { state, ...fields });

beforeAll(async () => {
  server = await createTestServer({ modules: [inventory, digifab], now: clock.now });
  const workspace = await server.workspace();
  const token = await server.mintToken(workspace.owner, { expires_at: '2027-03-01T00:00:00Z' });
  shop = new Workshop(server.as(token), workspace.path);
  await runTheStory();
}, 120_000);
afterAll(() => server.close());

/** Runs every action at least once, with its consequences. */
async function runTheStory(): Promise<void> {
  const spool = await shop.addSpool(80);
  const bracket = await shop.add<RecordBody>('inventory:part', { name: 'Bracket' });
  const connection = await shop.add<RecordBody>('digifab:connection', { name: 'OctoPrint', driver: 'octoprint' });
  const machine = await shop.addMachine({ connection: connection.id, heartbeat_s: 30 });
  await run('load_material', machine, { slot: 1, stock_item: spool.id });
  const file = await shop.add<RecordBody>('digifab:file', { name: 'bracket.gcode', est_g: [{ tool: 0, g: 37.2 }] });
  const oil = await shop.add<RecordBody>('digifab:maintenance', { machine: machine.id, task: 'Oil', every_jobs: 1 });
  await run('queue', file, { output: { part: bracket.id, qty: 4 } });
  const [job] = await shop.list<RecordBody>('digifab:job');
  await shop.change(job!, { title: 'Four brackets' });
  const next = await shop.addJob({ approval: 'waiting' });
  await run('approve', next);
  await run('reject', await shop.addJob({ approval: 'waiting' }));
  await report(machine, 'printing');
  await run('pause', job!);
  await run('resume', job!);
  await report(machine, 'printing', { progress: 0.5 });
  await shop.set({ failure_ignore_first_s: 0, failure_auto_pause: true });
  for (let frame = 0; frame < 3; frame += 1) await run('report_failure_score', job!, { score: 0.9, source: 'test' });
  await run('dismiss_suspicion', job!);
  clock.advance({ minutes: 5 });
  await server.sweep();
  await report(machine, 'printing');
  await report(machine, 'completed');
  await run('confirm', job!, { outcome: 'good' });
  await run('confirm', job!, { outcome: 'scrapped' });
  await run('log_maintenance', oil);
  await report(machine, 'printing');
  await report(machine, 'failed');
  await run('clear_bed', machine);
  await run('retry', next);
  await run('cancel', next);
  const [one, two] = [
    await shop.addJob({ not_before: '2026-04-01T00:00:00Z' }),
    await shop.addJob({ not_before: '2026-04-01T00:00:00Z' }),
  ];
  await run('reorder', two, { before: one.id });
  await run('send', two, { machine: machine.id });
  await run('cancel', two);
  await run('set_maintenance', machine, { on: true });
  await run('set_maintenance', machine, { on: false });
  const pool = await shop.add<RecordBody>('digifab:pool', { name: 'All', machines: [machine.id] });
  await shop.add('digifab:run', { name: 'One', file: file.id, pool: pool.id, target_qty: 1 });
  await run('schedule', null);
  const [made] = await shop.list<RecordBody>('digifab:job', 'title == "One"');
  await report(made!, 'printing');
  await report(made!, 'completed');
  await run('confirm', made!, { outcome: 'good' });
  await run('log_use', machine, { hours: 1 });
  await run('estimate_cost', file, { machine: machine.id });
  const on = { kind: machine.kind, id: machine.id };
  for (const expires_on of ['2020-01-01', clock.now().toISOString().slice(0, 10)])
    await shop.add('digifab:certificate', { title: 'Calibration', on, expires_on });
}

describe('the digifab module', () => {
  it('emits its thirty-three declared events', async () => {
    const { rows } = await server.database.pool.query<{ name: string }>(
      "select distinct name from event where name like 'digifab.%' order by name",
    );
    expect(rows.map(({ name }) => name)).toEqual(events.map(({ name }) => name).toSorted());
    expect(events).toHaveLength(33);
  });

  it('runs every action, and each emits only the events that it declares', () => {
    expect([...emitted.keys()].toSorted()).toEqual(actions.map(({ id }) => id.replace('digifab:', '')).toSorted());
    const undeclared = [...emitted].flatMap(([local, names]) => {
      const declared = actions.find(({ id }) => id === `digifab:${local}`)?.emits.map(({ name }) => name) ?? [];
      return [...names].filter((name) => !declared.includes(name)).map((name) => `${local}: ${name}`);
    });
    expect(undeclared).toEqual([]);
  });

  it('has a valid example of every event and of every action input', () => {
    for (const { name, payload, example } of events) expect([name, validate(payload, example)]).toEqual([name, []]);
    for (const { id, input, example } of actions) expect([id, validate(input, example.input)]).toEqual([id, []]);
  });

  it('has only placeholders in notifications that are in the payload', () => {
    for (const { notification, example } of events)
      for (const [, key = ''] of `${notification?.message} ${notification?.link}`.matchAll(/\{(\w+)\}/g))
        expect(Object.keys(example as object)).toContain(key);
  });

  it('has a README with exactly its kinds, actions, events, wires, connectors and settings', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const named = (pattern: RegExp) => [...new Set([...readme.matchAll(pattern)].map(([, name]) => name))].toSorted();
    expect(named(/`(digifab:[a-z_]+)`/g)).toEqual([...kinds, ...actions].map(({ id }) => id).toSorted());
    expect(named(/`(digifab\.[a-z_]+\.[a-z_]+)`/g)).toEqual(events.map(({ name }) => name).toSorted());
    for (const { key } of wires) expect(readme).toContain(`\`${key}\``);
    for (const { id } of connectors) expect(readme).toContain(`\`${id}\``);
    for (const setting of Object.keys(digifab.settings?.properties ?? {})) expect(readme).toContain(`\`${setting}\``);
  });

  it('requires membership: a viewer changes nothing, a member approves nothing, and a stranger sees nothing', async () => {
    const workspace = await server.workspace();
    const own = new Workshop(server.as(workspace.owner), workspace.path);
    const machine = await own.addMachine();
    const job = await own.addJob({ approval: 'waiting' });
    const as = async (user: Parameters<typeof server.as>[0]) => new Workshop(server.as(user), workspace.path);
    expect((await (await as(await workspace.viewer())).run('report', machine, { state: 'idle' })).status).toBe(403);
    expect((await (await as(await workspace.member())).run('approve', job)).status).toBe(403);
    expect((await (await as((await server.workspace()).owner)).run('report', machine, { state: 'idle' })).status).toBe(
      404,
    );
  });

  it('refuses invalid values with the path of the fault', async () => {
    const machine = await shop.addMachine();
    const paths = async (kind: string, fields: object) =>
      (await shop.create(kind, fields as never)).body.error.details.map(({ path }) => path);
    const nobody = '0192f0c1-2d3e-7000-8000-00000000000f';
    const pieces = await shop.add<RecordBody>('inventory:part', { name: 'Screw', unit: 'pcs' });
    expect(await paths('digifab:job', { title: 'x', materials: [{ stock_item: nobody }] })).toEqual([
      '/fields/materials/0/stock_item',
    ]);
    expect(await paths('digifab:job', { title: 'x', materials: [{ part: pieces.id }] })).toEqual([
      '/fields/materials/0/part',
    ]);
    expect(await paths('digifab:job', { title: 'x', target: { machine: nobody } })).toEqual(['/fields/target/machine']);
    expect(await paths('digifab:machine', { name: 'x', loaded: [{ slot: 1 }, { slot: 1 }] })).toEqual([
      '/fields/loaded/1/slot',
    ]);
    expect((await shop.change(machine, { status: 'printing' })).body.error.code).toBe('invalid_transition');
    expect((await shop.change(await shop.addJob(), { status: 'completed' })).body.error.code).toBe(
      'invalid_transition',
    );
    const job = await shop.addJob({ target: { machine: machine.id } });
    expect((await shop.run('confirm', job, { outcome: 'good' })).status).toBe(409);
    expect((await shop.run('dismiss_suspicion', job)).status).toBe(409);
    expect((await shop.run('load_material', machine, { slot: 1, stock_item: nobody })).status).toBe(422);
  });
});

describe('a verdict', () => {
  it('can be changed for a day', async () => {
    const machine = await shop.addMachine();
    const job = await shop.addJob({ target: { machine: machine.id } });
    await shop.report(job, 'completed');
    expect((await shop.run('confirm', job, { outcome: 'partial' })).status).toBe(422);
    await shop.do('confirm', job, { outcome: 'scrapped' });
    clock.advance({ hours: 23 });
    expect((await shop.do('confirm', job, { outcome: 'good' })).result).toMatchObject({ changed: true });
    clock.advance({ hours: 2 });
    expect((await shop.run('confirm', job, { outcome: 'scrapped' })).status).toBe(409);
    expect((await shop.do('confirm', job, { outcome: 'good' })).result).toMatchObject({ changed: false });
  });

  it('is given once by two concurrent requests', async () => {
    const machine = await shop.addMachine();
    const job = await shop.addJob({ target: { machine: machine.id } });
    await shop.report(job, 'completed');
    await Promise.all([1, 2, 3].map(() => shop.do('confirm', job, { outcome: 'good' })));
    expect(await shop.eventsOf(job, 'digifab.print.confirmed')).toHaveLength(1);
  });
});

describe('a run', () => {
  it('queues the missing pieces until enough are good', async () => {
    const machine = await shop.addMachine();
    const file = await shop.add<RecordBody>('digifab:file', { name: 'clip.gcode' });
    const pool = await shop.add<RecordBody>('digifab:pool', { name: 'Clips', machines: [machine.id] });
    const run = await shop.add<RecordBody>('digifab:run', {
      name: 'Clips',
      file: file.id,
      pool: pool.id,
      target_qty: 3,
      per_plate: 2,
    });
    const jobs = () => shop.list<RecordBody>('digifab:job', `run == "${run.id}"`);
    expect(await jobs()).toHaveLength(2);
    const judge = async (verdict: { readonly outcome: string }) => {
      const current = (await shop.read(machine)).fields.current_job ?? '';
      await shop.report(machine, 'printing');
      await shop.report(machine, 'completed');
      await shop.do('confirm', { kind: 'digifab:job', id: current }, verdict);
    };
    await judge({ outcome: 'scrapped' });
    expect(await jobs()).toHaveLength(3);
    await judge({ outcome: 'good' });
    await judge({ outcome: 'good' });
    expect((await shop.read(run)).fields).toMatchObject({ status: 'completed', done_qty: 4, scrapped_qty: 2 });
    expect(await shop.eventsOf(run, 'digifab.run.completed')).toHaveLength(1);
    expect(await jobs()).toHaveLength(3);
  });

  it('queues nothing while it is paused, and removes its jobs from the queue when it is cancelled', async () => {
    const file = await shop.add<RecordBody>('digifab:file', { name: 'clip.gcode' });
    const pool = await shop.add<RecordBody>('digifab:pool', { name: 'None yet' });
    const run = await shop.add<RecordBody>('digifab:run', {
      name: 'Hooks',
      file: file.id,
      pool: pool.id,
      target_qty: 2,
    });
    const states = async () =>
      (await shop.list<RecordBody>('digifab:job', `run == "${run.id}"`)).map(({ fields }) => [
        fields['status'],
        fields['waiting_for'],
      ]);
    expect(await states()).toEqual([
      ['queued', ['no_machine']],
      ['queued', ['no_machine']],
    ]);
    await shop.change(run, { status: 'paused' });
    expect(await states()).toEqual([
      ['queued', ['run_paused']],
      ['queued', ['run_paused']],
    ]);
    await shop.change(run, { status: 'cancelled' });
    expect((await states()).map(([status]) => status)).toEqual(['cancelled', 'cancelled']);
  });
});
