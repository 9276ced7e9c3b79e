import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createClock,
  createTestServer,
  type RecordBody,
  recordStatements,
  type TestServer,
  type TestUser,
} from '@cubit/testing';
import { digifab } from '../digifab.module.js';
import { inventory } from '../fixtures/inventory.module.js';
import { Workshop } from '../fixtures/workshop.js';
import type { Job } from '../job/job.fields.js';

const clock = createClock('2026-03-10T12:00:00Z');
let server: TestServer;
let shop: Workshop;

beforeAll(async () => {
  server = await createTestServer({ modules: [inventory, digifab], now: clock.now });
});
afterAll(() => server.close());
beforeEach(async () => {
  const workspace = await server.workspace();
  shop = new Workshop(server.as(await server.mintToken(workspace.owner)), workspace.path);
});

const waiting = async (job: Job) => (await shop.read(job)).fields.waiting_for;

describe('the queue', () => {
  it('assigns a job to an idle machine immediately', async () => {
    const machine = await shop.addMachine();
    const job = await shop.addJob();
    expect((await shop.read(job)).fields).toMatchObject({ status: 'assigned', machine: machine.id });
    expect((await shop.read(machine)).fields.current_job).toBe(job.id);
    expect((await shop.eventsOf(job)).map(({ name }) => name)).toEqual([
      'digifab.job.created',
      'digifab.job.queued',
      'digifab.job.updated',
      'digifab.job.assigned',
    ]);
  });

  it('is run as a whole, by members: not for one machine, and not by a viewer', async () => {
    const workspace = await server.workspace();
    const shopOf = async (user: TestUser) => new Workshop(server.as(await server.mintToken(user)), workspace.path);
    const machine = await (await shopOf(workspace.owner)).addMachine();
    const [member, viewer] = [await shopOf(await workspace.member()), await shopOf(await workspace.viewer())];
    expect(await member.refusalOf('schedule', machine)).toEqual({
      status: 422,
      code: 'validation_failed',
      details: ['/record type'],
    });
    expect(await viewer.refusalOf('schedule', null)).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it('shows why a job waits', async () => {
    const job = await shop.addJob();
    expect(await waiting(job)).toEqual(['no_machine']);
    await shop.addMachine({ status: 'offline' });
    expect(await waiting(job)).toEqual(['no_machine']);
    await shop.do('schedule', null);
    expect(await waiting(job)).toEqual(['machine_offline']);
    expect((await shop.eventsOf(job, 'digifab.job.blocked')).map(({ payload }) => payload['waitingFor'])).toEqual([
      ['no_machine'],
      ['machine_offline'],
    ]);
  });

  it('matches machine, model, nozzle and tags', async () => {
    const file = await shop.add<RecordBody>('digifab:file', {
      name: 'a.gcode',
      nozzle_mm: 0.6,
      machine_models: ['MK4S'],
    });
    const other = await shop.addMachine({ model: 'X1C', nozzle_mm: 0.6 });
    const job = await shop.addJob({ file: file.id });
    expect(await waiting(job)).toEqual(['wrong_model']);
    const right = await shop.addMachine({ model: 'mk4s', nozzle_mm: 0.4 });
    await shop.do('schedule', null);
    expect(await waiting(job)).toEqual(['wrong_model', 'wrong_nozzle']);
    await shop.change(right, { nozzle_mm: 0.6 });
    expect((await shop.read(job)).fields).toMatchObject({ status: 'assigned', machine: right.id });
    const named = await shop.addJob({ target: { machine: right.id } });
    expect(await waiting(named)).toEqual(['machine_busy']);
    const tagged = await shop.addJob({ target: { tags: ['enclosed'] } });
    expect(await waiting(tagged)).toEqual(['no_machine']);
    expect((await shop.addJob({ target: { model: 'MK4S' } })).fields.status).toBe('queued');
    expect((await shop.read(other)).fields.current_job).toBeUndefined();
  });

  it('skips a machine that accepts no jobs', async () => {
    const machine = await shop.addMachine({ accepting_jobs: false });
    const job = await shop.addJob();
    expect(await waiting(job)).toEqual(['not_accepting']);
    await shop.change(machine, { accepting_jobs: true });
    expect((await shop.read(job)).fields).toMatchObject({ status: 'assigned', machine: machine.id });
  });

  it('skips a machine whose bed is not clear, whatever the end of its print', async () => {
    for (const state of ['completed', 'failed', 'cancelled']) {
      const machine = await shop.addMachine();
      const target = { machine: machine.id };
      const first = await shop.addJob({ target });
      const second = await shop.addJob({ target });
      expect(await waiting(second)).toEqual(['machine_busy']);
      await shop.report(machine, 'printing');
      await shop.report(machine, state);
      await shop.do('schedule', null);
      expect([state, (await shop.read(first)).fields.status, await waiting(second)]).toEqual([
        state,
        state,
        ['needs_clear'],
      ]);
      await shop.do('clear_bed', machine);
      expect((await shop.read(second)).fields.status).toBe('assigned');
    }
  });

  it('waits for the start time, for approval and for maintenance that blocks the queue', async () => {
    const machine = await shop.addMachine();
    const later = await shop.addJob({ not_before: '2026-03-10T13:00:00Z' });
    expect(await waiting(later)).toEqual(['not_before']);
    const unapproved = await shop.addJob({ approval: 'waiting' });
    expect(await waiting(unapproved)).toEqual(['approval']);
    const due = await shop.add<RecordBody>('digifab:maintenance', {
      machine: machine.id,
      task: 'Grease',
      every_days: 1,
      last_done_at: '2026-03-01T00:00:00Z',
      blocks_queue: true,
    });
    const job = await shop.addJob();
    expect(await waiting(job)).toEqual(['maintenance_due']);
    await shop.do('log_maintenance', due);
    expect((await shop.read(job)).fields.status).toBe('assigned');
  });

  it('requires enough of the right material, and reserves it', async () => {
    const spool = await shop.addSpool(100);
    const part = spool.fields['part'];
    const machine = await shop.addMachine();
    const material = { part, est_g: 80 };
    const job = await shop.addJob({ materials: [material] });
    expect(await waiting(job)).toEqual(['no_material']);
    await shop.do('load_material', machine, { slot: 1, stock_item: (await shop.addSpool(40, { part })).id });
    expect(await waiting(job)).toEqual(['not_enough_material']);
    await shop.do('load_material', machine, { slot: 1, stock_item: spool.id });
    const assigned = (await shop.read(job)).fields;
    expect(assigned).toMatchObject({ status: 'assigned', materials: [{ part, stock_item: spool.id, est_g: 80 }] });
    const kept = await shop.list<RecordBody>('inventory:reservation');
    expect(kept.map(({ fields }) => fields)).toMatchObject([
      { part, stock_item: spool.id, qty: 80, for: { kind: 'digifab:job', id: job.id }, status: 'active' },
    ]);
    await shop.do('cancel', job);
    expect((await shop.list<RecordBody>('inventory:reservation'))[0]?.fields['status']).toBe('released');
  });

  it('reserves no spool twice', async () => {
    const spool = await shop.addSpool(100);
    const materials = [{ stock_item: spool.id, est_g: 60 }];
    await shop.addMachine();
    await shop.addMachine();
    const [first, second] = [await shop.addJob({ materials }), await shop.addJob({ materials })];
    expect((await shop.read(first)).fields.status).toBe('assigned');
    expect(await waiting(second)).toContain('not_enough_material');
  });

  it('assigns the highest priority first, then the order of the queue, which users can change', async () => {
    const jobs = [await shop.addJob(), await shop.addJob(), await shop.addJob({ priority: 5 })];
    const [a, b, c] = jobs as [Job, Job, Job];
    await shop.do('reorder', b, { before: a.id });
    const order: string[] = [];
    const machine = await shop.addMachine();
    for (let turn = 0; turn < 3; turn += 1) {
      const current = (await shop.read(machine)).fields.current_job as string;
      order.push(current);
      await shop.do('cancel', { kind: 'digifab:job', id: current });
    }
    expect(order).toEqual([c.id, b.id, a.id]);
    const [moved] = await shop.eventsOf(b, 'digifab.job.updated');
    expect(Object.keys(moved?.payload['changes'] as object)).toEqual(['queue_rank']);
    expect((await shop.run('reorder', a, { before: b.id })).status).toBe(409);
  });

  it('keeps a minimum time between two starts in a pool, and distributes jobs by the setting of the pool', async () => {
    const [busy, fresh] = [await shop.addMachine(), await shop.addMachine()];
    const first = await shop.addJob({ target: { machine: busy.id } });
    await shop.report(first, 'printing');
    clock.advance({ hours: 1 });
    await shop.report(first, 'completed');
    await shop.do('clear_bed', busy);
    const pool = await shop.add<RecordBody>('digifab:pool', {
      name: 'Both',
      machines: [busy.id, fresh.id],
      strategy: 'least_hours',
      start_gap_s: 300,
    });
    const target = { pool: pool.id };
    const [one, two] = [await shop.addJob({ target }), await shop.addJob({ target })];
    expect((await shop.read(one)).fields).toMatchObject({ machine: fresh.id });
    await shop.report(one, 'printing');
    await shop.do('schedule', null);
    expect(await waiting(two)).toContain('pool_gap');
    clock.advance({ seconds: 301 });
    await shop.do('schedule', null);
    expect((await shop.read(two)).fields.machine).toBe(busy.id);
  });

  it('takes as many statements for a hundred jobs as for one', async () => {
    const spool = await shop.addSpool(1_000);
    const statements = async (count: number) => {
      for (let index = 0; index < count; index += 1)
        await shop.addMachine({ loaded: [{ slot: 0, part: spool.fields['part'], material: 'PLA' }] });
      await shop.batch(
        'digifab:job',
        Array.from({ length: count }, (_, index) => ({
          op: 'create',
          fields: {
            title: `Many ${index}`,
            approval: 'waiting',
            materials: [{ part: spool.fields['part'], est_g: 1 }],
          },
        })),
      );
      return (await recordStatements(server.database, () => shop.do('schedule', null))).length;
    };
    const one = await statements(1);
    expect(await statements(40)).toBeLessThanOrEqual(one);
  });

  it('assigns a machine to one of two concurrent jobs', async () => {
    const machine = await shop.addMachine();
    const jobs = await Promise.all([shop.addJob(), shop.addJob(), shop.addJob()]);
    const states = await Promise.all(jobs.map(async (job) => (await shop.read(job)).fields.status));
    expect(states.toSorted()).toEqual(['assigned', 'queued', 'queued']);
    expect((await shop.read(machine)).fields.current_job).toBeDefined();
  });
});
