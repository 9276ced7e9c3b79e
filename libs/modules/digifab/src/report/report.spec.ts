import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createClock, createTestServer, type RecordBody, type TestServer } from '@cubit/testing';
import { digifab } from '../digifab.module.js';
import { inventory } from '../fixtures/inventory.module.js';
import { Workshop } from '../fixtures/workshop.js';
import type { Job } from '../job/job.fields.js';
import type { Machine } from '../machine/machine.fields.js';

const clock = createClock('2026-03-10T12:00:00Z');
let server: TestServer;
let shop: Workshop;

beforeAll(async () => {
  server = await createTestServer({ modules: [inventory, digifab], now: clock.now });
});
afterAll(() => server.close());
beforeEach(async () => {
  const workspace = await server.workspace();
  const token = await server.mintToken(workspace.owner, { expires_at: '2027-03-01T00:00:00Z' });
  shop = new Workshop(server.as(token), workspace.path);
});

interface Setting {
  readonly machine: Machine;
  readonly job: Job;
  readonly spool: RecordBody;
}

/** A machine with a spool, and a job of the given weight that is assigned to it. */
async function setUp(fields: Readonly<Record<string, unknown>> = {}): Promise<Setting> {
  const spool = await shop.addSpool(1_000);
  const machine = await shop.addMachine({ loaded: [{ slot: 1, stock_item: spool.id }] });
  const job = await shop.addJob({ materials: [{ part: spool.fields['part'], est_g: 37.2 }], ...fields });
  return { machine, job, spool };
}
const look = async <Made extends RecordBody>(record: Made) => (await shop.read(record)).fields;
const emittedOnce = async (record: RecordBody, name: string) => {
  const events = await shop.eventsOf(record, name);
  expect([name, events.length]).toEqual([name, 1]);
  return events[0]!.payload;
};

describe('a print', () => {
  it('completes once, however often that is reported, with the material used of each spool', async () => {
    const { machine, job, spool } = await setUp();
    await shop.report(machine, 'printing', { progress: 0 });
    clock.advance({ minutes: 90 });
    for (let turn = 0; turn < 3; turn += 1) await shop.report(machine, 'completed');
    expect(await shop.report(job, 'completed')).toMatchObject({ ignored: 'over' });
    const part = spool.fields['part'];
    expect(await emittedOnce(job, 'digifab.print.completed')).toMatchObject({
      jobId: job.id,
      machineId: machine.id,
      attempt: 1,
      durationS: 5_400,
      partId: part,
      delta: -37.2,
      materials: [
        {
          partId: part,
          stockItemId: spool.id,
          usedG: 37.2,
          delta: -37.2,
          unit: 'g',
          causeKey: `digifab:job:${job.id}:1:0`,
        },
      ],
    });
    expect(await look(job)).toMatchObject({ status: 'completed', outcome: 'pending', progress: 1, duration_s: 5_400 });
    expect(await look(machine)).toMatchObject({ status: 'idle', needs_clear: true, hours_total: 1.5, jobs_total: 1 });
    expect((await shop.list<RecordBody>('inventory:reservation')).map(({ fields }) => fields['status'])).toEqual([
      'released',
    ]);
  });

  it('is `sending` before it starts if its host reports it, and only then', async () => {
    const { machine, job } = await setUp();
    expect(await shop.report(machine, 'sending')).not.toHaveProperty('ignored');
    await shop.report(machine, 'sending');
    expect(await look(job)).toMatchObject({ status: 'sending', attempts: 0 });
    expect(await shop.eventsOf(job, 'digifab.job.sent')).toHaveLength(1);
    await shop.report(machine, 'printing');
    expect(await shop.report(machine, 'sending')).toMatchObject({ ignored: 'running' });
    await shop.report(machine, 'completed');
    expect(await shop.report(machine, 'sending')).toMatchObject({ ignored: 'no_job' });
    expect(await shop.report(job, 'sending')).toMatchObject({ ignored: 'over' });
  });

  it('is charged by the reported length, with the density and diameter of the part', async () => {
    const { machine, job } = await setUp();
    await shop.report(machine, 'printing');
    await shop.report(machine, 'completed', { filament_used_mm: 12_470 });
    // 12.47 m of 1.75 mm at 1.24 g/cm³.
    const { materials } = (await emittedOnce(job, 'digifab.print.completed')) as { materials: { usedG: number }[] };
    expect(materials[0]?.usedG).toBeCloseTo(12_470 * Math.PI * 0.875 ** 2 * 0.00124, 3);
  });

  it('that fails or is cancelled is charged by its progress, and the bed needs clearing', async () => {
    const failed = await setUp();
    await shop.report(failed.machine, 'printing', { progress: 0.1 });
    await shop.report(failed.machine, 'failed', { progress: 0.5, reason: 'adhesion', error: 'Came off' });
    expect(await emittedOnce(failed.job, 'digifab.print.failed')).toMatchObject({
      failureReason: 'adhesion',
      progress: 0.5,
      retried: false,
      materials: [{ usedG: 18.6 }],
    });
    expect(await look(failed.machine)).toMatchObject({ needs_clear: true, status: 'idle' });
    const stopped = await setUp();
    await shop.report(stopped.machine, 'printing', { progress: 0.25 });
    await shop.do('cancel', stopped.job, { reason: 'Wrong file' });
    expect(await emittedOnce(stopped.job, 'digifab.print.cancelled')).toMatchObject({
      byMachine: false,
      reason: 'Wrong file',
      materials: [{ usedG: 9.3, causeKey: `digifab:job:${stopped.job.id}:1:0` }],
    });
    expect((await look(stopped.machine)).needs_clear).toBe(true);
    const idle = await setUp();
    await shop.do('cancel', idle.job);
    expect(await emittedOnce(idle.job, 'digifab.print.cancelled')).toMatchObject({ materials: [] });
    expect((await look(idle.machine)).needs_clear).toBe(false);
    expect((await shop.run('cancel', idle.job)).status).toBe(409);
  });

  it('that fails is retried while attempts are left, each with its own cause key', async () => {
    const { machine, job } = await setUp({ max_attempts: 2 });
    for (const attempt of [1, 2]) {
      await shop.report(machine, 'printing');
      await shop.report(machine, 'failed', { progress: 1 });
      await shop.do('clear_bed', machine);
      const failures = await shop.eventsOf(job, 'digifab.print.failed');
      expect(failures.at(-1)!.payload).toMatchObject({
        attempt,
        retried: attempt === 1,
        materials: [{ causeKey: `digifab:job:${job.id}:${attempt}:0` }],
      });
      expect((await look(job)).status).toBe(attempt === 1 ? 'assigned' : 'failed');
    }
    await shop.do('retry', job);
    expect((await look(job)).status).toBe('assigned');
    expect((await shop.run('retry', job)).status).toBe(409);
  });

  it('charges each spool for its share after a change of filament, and only loaded spools', async () => {
    const { machine, job, spool } = await setUp();
    const second = await shop.addSpool(500, { part: spool.fields['part'] });
    await shop.report(machine, 'printing', { progress: 0.25 });
    await shop.do('load_material', machine, { slot: 1, stock_item: second.id });
    await shop.report(machine, 'completed');
    expect((await emittedOnce(job, 'digifab.print.completed'))['materials']).toMatchObject([
      { stockItemId: spool.id, usedG: 9.3, causeKey: `digifab:job:${job.id}:1:0` },
      { stockItemId: second.id, usedG: 27.9, causeKey: `digifab:job:${job.id}:1:1` },
    ]);
    const away = await shop.addSpool(500);
    const two = await shop.addMachine({ loaded: [{ slot: 1, stock_item: (await shop.addSpool(100)).id }] });
    const forced = await shop.addJob({
      target: { tags: ['none'] },
      materials: [
        { stock_item: away.id, est_g: 10 },
        { slot: 1, est_g: 5 },
      ],
    });
    await shop.do('send', forced, { machine: two.id });
    await shop.report(two, 'printing');
    await shop.report(two, 'completed');
    expect((await emittedOnce(forced, 'digifab.print.completed'))['materials']).toMatchObject([{ usedG: 5 }]);
  });

  it('emits progress only at 25, 50 and 75 percent', async () => {
    const { machine, job } = await setUp();
    for (let percent = 0; percent <= 100; percent += 1)
      if (percent % 5 === 0) await shop.report(machine, 'printing', { progress: percent / 100 });
    const progressed = await shop.eventsOf(job, 'digifab.print.progressed');
    expect(progressed.map(({ payload }) => payload['percent'])).toEqual([25, 50, 75]);
  });

  it('continues in its state when its machine reports again, paused or not', async () => {
    const { machine, job } = await setUp();
    await shop.change(machine, { heartbeat_s: 30 });
    await shop.report(machine, 'printing', { progress: 0.1 });
    await server.sweep();
    expect((await look(job)).status).toBe('printing');
    clock.advance({ seconds: 120 });
    await server.sweep();
    expect([(await look(job)).status, (await look(machine)).status]).toEqual(['unreachable', 'offline']);
    await shop.report(machine, 'paused');
    expect([(await look(job)).status, (await look(machine)).status]).toEqual(['paused', 'paused']);
    await shop.report(machine, 'printing');
    await shop.report(machine, 'completed');
    const names = (await shop.eventsOf(job)).map(({ name }) => name).filter((name) => name.startsWith('digifab.print'));
    expect(names.map((name) => name.replace('digifab.print.', ''))).toEqual([
      'started',
      'paused',
      'resumed',
      'completed',
    ]);
  });

  it('has ended without a report if its machine keeps reporting `idle`, and the bed needs clearing', async () => {
    const { machine, job } = await setUp();
    await shop.report(machine, 'idle');
    await shop.report(machine, 'printing');
    for (const state of ['idle', 'printing', 'idle']) {
      await shop.report(machine, state);
      clock.advance({ seconds: 59 });
    }
    expect(await shop.report(machine, 'idle')).toMatchObject({ ignored: 'running' });
    expect((await look(job)).status).toBe('printing');
    clock.advance({ seconds: 1 });
    expect(await shop.report(machine, 'idle')).not.toHaveProperty('ignored');
    expect([(await look(job)).status, await look(machine)]).toMatchObject([
      'unreachable',
      { status: 'idle', needs_clear: true },
    ]);
    await shop.report(job, 'completed');
    expect((await look(job)).status).toBe('completed');
  });

  it('ignores a late report about another print', async () => {
    const { machine, job } = await setUp();
    expect(await shop.report(machine, 'completed', { print_id: 'earlier.gcode' })).toMatchObject({
      ignored: 'not_started',
    });
    await shop.report(machine, 'printing', { print_id: '128' });
    expect(await shop.report(machine, 'completed', { print_id: '127' })).toMatchObject({ ignored: 'other_print' });
    expect((await look(job)).status).toBe('printing');
    expect(await shop.report(machine, 'idle')).toMatchObject({ ignored: 'running' });
    await shop.report(machine, 'completed', { print_id: '128' });
    expect((await look(job)).status).toBe('completed');
  });

  it('is not started by a late report about the previous one', async () => {
    const { machine, job } = await setUp({ title: 'First' });
    await shop.report(machine, 'printing', { print_id: 'first.gcode' });
    await shop.report(machine, 'completed', { print_id: 'first.gcode' });
    expect(await shop.report(machine, 'printing', { print_id: 'first.gcode' })).toMatchObject({ ignored: 'over' });
    expect((await look(machine)).status).toBe('idle');
    await shop.do('clear_bed', machine);
    const next = await shop.addJob({ title: 'Second', target: { machine: machine.id } });
    expect(await shop.report(machine, 'paused', { print_id: 'first.gcode' })).toMatchObject({ ignored: 'over' });
    expect([(await look(job)).status, (await look(next)).status]).toEqual(['completed', 'assigned']);
    await shop.report(machine, 'printing', { print_id: 'second.gcode' });
    expect(await look(next)).toMatchObject({ status: 'printing', print_id: 'second.gcode' });
  });

  it('may have the identifier of the previous one if its job names the file or a minute has passed', async () => {
    const file = await shop.add<RecordBody>('digifab:file', { name: 'again.gcode' });
    const { machine } = await setUp({ file: file.id });
    const print = { print_id: 'again.gcode' };
    const printed = async () => {
      await shop.report(machine, 'printing', print);
      await shop.report(machine, 'completed', print);
      await shop.do('clear_bed', machine);
    };
    await printed();
    const again = await shop.addJob({ file: file.id });
    await printed();
    expect((await look(again)).status).toBe('completed');
    clock.advance({ seconds: 61 });
    expect(await shop.report(machine, 'printing', print)).toMatchObject({ ignored: 'no_job' });
    expect((await look(machine)).status).toBe('printing');
  });

  it('that was started at the machine itself belongs to no job, but the bed needs clearing afterwards', async () => {
    const machine = await shop.addMachine();
    expect(await shop.report(machine, 'printing')).toMatchObject({ ignored: 'no_job' });
    const job = await shop.addJob();
    expect((await look(job)).waiting_for).toEqual(['machine_busy']);
    await shop.report(machine, 'completed');
    expect(await look(machine)).toMatchObject({ status: 'idle', needs_clear: true });
    await shop.do('clear_bed', machine);
    expect((await look(job)).status).toBe('assigned');
  });

  it('ends once for each of many machines that report at the same time', async () => {
    const machines = await Promise.all(Array.from({ length: 20 }, () => shop.addMachine()));
    const jobs = await Promise.all(machines.map(({ id }) => shop.addJob({ target: { machine: id } })));
    await Promise.all(machines.map((machine) => shop.report(machine, 'printing')));
    await Promise.all(
      machines.flatMap((machine, index) => [
        shop.report(machine, 'completed'),
        shop.report(jobs[index] as Job, 'completed'),
        shop.report(machine, 'completed'),
      ]),
    );
    const ended = await shop.list<Job>('digifab:job', 'status == "completed"');
    expect(ended).toHaveLength(20);
    const cleared = await shop.list<Machine>('digifab:machine', 'needs_clear');
    expect(cleared.map(({ fields }) => fields.jobs_total)).toEqual(machines.map(() => 1));
  });
});

describe('a machine', () => {
  it('goes into maintenance at once or after its print, and back', async () => {
    const { machine, job } = await setUp();
    await shop.report(machine, 'printing');
    expect((await shop.run('set_maintenance', machine, { on: true })).status).toBe(409);
    await shop.do('set_maintenance', machine, { on: true, after_current_job: true });
    await shop.report(machine, 'completed');
    expect((await look(machine)).status).toBe('maintenance');
    await shop.do('confirm', job, { outcome: 'good' });
    expect(await look(machine)).toMatchObject({ status: 'maintenance', needs_clear: false });
    await shop.do('set_maintenance', machine, { on: false });
    expect((await look(machine)).status).toBe('idle');
  });

  it('returns its job to the queue if it can no longer run it', async () => {
    const { machine, job } = await setUp();
    await shop.report(machine, 'offline');
    expect(await look(job)).toMatchObject({ status: 'queued', waiting_for: ['machine_offline'] });
    await shop.report(machine, 'idle');
    expect((await look(job)).status).toBe('assigned');
    await shop.report(machine, 'error', { error: 'Thermal runaway' });
    expect(await look(job)).toMatchObject({ status: 'queued', waiting_for: ['machine_error'] });
    await shop.do('set_maintenance', machine, { on: true });
    await shop.do('schedule', null);
    expect((await look(job)).waiting_for).toEqual(['in_maintenance']);
  });

  it('can be cleared in any state', async () => {
    for (const state of ['offline', 'error', 'idle']) {
      const { machine } = await setUp();
      await shop.report(machine, 'printing');
      await shop.report(machine, 'failed');
      await shop.report(machine, state);
      expect((await shop.do('clear_bed', machine)).result).toEqual({ changed: true });
      expect(await look(machine)).toMatchObject({ needs_clear: false, status: state });
    }
  });

  it('can get a job directly if it is ready', async () => {
    const { machine, job } = await setUp();
    const other = await shop.addMachine();
    await shop.do('send', job, { machine: other.id });
    expect(await look(job)).toMatchObject({ status: 'sending', machine: other.id });
    expect((await look(machine)).current_job).toBeUndefined();
    const next = await shop.addJob({ target: { tags: ['none'] } });
    expect((await shop.run('send', next, { machine: other.id })).status).toBe(409);
    const answers = await Promise.all([
      shop.run('send', next, { machine: machine.id }),
      shop.run('send', await shop.addJob({ target: { tags: ['none'] } }), { machine: machine.id }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('is maintained by hours, prints and days', async () => {
    const machine = await shop.addMachine();
    const every = (rhythm: object) =>
      shop.add<RecordBody>('digifab:maintenance', { machine: machine.id, task: 'Oil', ...rhythm });
    const [hours, jobs, days] = [
      await every({ every_hours: 2 }),
      await every({ every_jobs: 1 }),
      await every({ every_days: 7 }),
    ];
    const job = await shop.addJob();
    await shop.report(machine, 'printing');
    clock.advance({ hours: 2 });
    await shop.report(machine, 'completed');
    expect(job).toBeDefined();
    expect(await emittedOnce(hours, 'digifab.maintenance.due')).toMatchObject({ by: 'hours' });
    expect(await emittedOnce(jobs, 'digifab.maintenance.due')).toMatchObject({ by: 'jobs' });
    await server.sweep();
    expect(await shop.eventsOf(days, 'digifab.maintenance.due')).toEqual([]);
    clock.advance({ days: 7 });
    await server.sweep();
    await server.sweep();
    expect(await emittedOnce(days, 'digifab.maintenance.due')).toMatchObject({ by: 'days' });
    await shop.do('log_maintenance', days, { note: 'Done' });
    expect(await look(days)).toMatchObject({ due: false, log: [{ note: 'Done' }] });
    expect((await shop.create('digifab:maintenance', { machine: machine.id, task: 'x' })).status).toBe(422);
  });
});
