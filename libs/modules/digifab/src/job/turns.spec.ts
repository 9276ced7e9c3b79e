import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestServer, type RecordBody, type RecordKey, type TestServer } from '@cubit/testing';
import { digifab } from '../digifab.module.js';
import { inventory } from '../fixtures/inventory.module.js';
import { addWorkshop, type Workshop } from '../fixtures/workshop.js';
import type { Machine } from '../machine/machine.fields.js';
import type { Job } from './job.fields.js';

let server: TestServer;
let shop: Workshop;
let machine: Machine;
let job: Job;

beforeAll(async () => {
  server = await createTestServer({ modules: [inventory, digifab] });
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await addWorkshop(server);
  machine = await shop.addMachine();
  job = await shop.addJob();
});

const ONCE = [200, 409];
/** The statuses of concurrent requests, sorted. */
async function atOnce(...requests: readonly Promise<{ readonly status: number }>[]): Promise<readonly number[]> {
  return (await Promise.all(requests)).map(({ status }) => status).toSorted();
}
const twice = (action: string, record: RecordKey, input = {}) =>
  atOnce(shop.run(action, record, input), shop.run(action, record, input));
const refusal = async (action: string, record: RecordKey, input = {}) => {
  const { status, body } = await shop.run(action, record, input);
  return [status, body.error.code, body.error.details[0]?.path];
};
const NOT_AVAILABLE = [409, 'invalid_transition', '/record'];
const statusOf = async (one: Job = job) => (await shop.read(one)).fields.status;
const countEvents = async (one: RecordKey, name: string) => (await shop.eventsOf(one, name)).length;

describe('a print', () => {
  it('is paused and resumed once by concurrent requests', async () => {
    for (const action of ['pause', 'resume']) expect(await refusal(action, job)).toEqual(NOT_AVAILABLE);
    await shop.report(machine, 'printing');
    expect(await refusal('resume', job)).toEqual(NOT_AVAILABLE);
    expect(await twice('pause', job)).toEqual(ONCE);
    expect([await statusOf(), (await shop.read(machine)).fields.status]).toEqual(['paused', 'paused']);
    expect(await refusal('pause', job)).toEqual(NOT_AVAILABLE);
    expect(await twice('resume', job)).toEqual(ONCE);
    expect([await countEvents(job, 'digifab.print.paused'), await countEvents(job, 'digifab.print.resumed')]).toEqual([
      1, 1,
    ]);
    for (const action of ['pause', 'resume']) await shop.do(action, job, { reason: `To ${action}` });
    const reasons = (await shop.eventsOf(job))
      .map(({ payload }) => payload['reason'])
      .filter((reason) => reason !== undefined);
    expect(reasons).toEqual(['To pause', 'To resume']);
  });

  it('ends once if it is cancelled twice while its machine completes it', async () => {
    await shop.report(machine, 'printing');
    expect(await twice('cancel', job)).toEqual(ONCE);
    expect(await countEvents(job, 'digifab.print.cancelled')).toBe(1);
    await shop.do('clear_bed', machine);
    const other = await shop.addJob();
    await shop.report(machine, 'printing');
    await Promise.all([shop.run('cancel', other), shop.run('report', machine, { state: 'completed' })]);
    const ends = ['cancelled', 'completed'].map((end) => countEvents(other, `digifab.print.${end}`));
    expect((await Promise.all(ends)).toSorted()).toEqual([0, 1]);
    expect((await shop.read(machine)).fields).toMatchObject({ needs_clear: true, jobs_total: 2 });
  });

  it('is retried after a failure, once for two concurrent requests', async () => {
    expect(await refusal('retry', job)).toEqual(NOT_AVAILABLE);
    await shop.report(machine, 'printing');
    await shop.report(machine, 'failed');
    expect(await twice('retry', job)).toEqual(ONCE);
    expect(await statusOf()).toBe('queued');
    expect(await countEvents(job, 'digifab.job.queued')).toBe(2);
    await shop.do('cancel', job);
    await shop.do('retry', job, { reason: 'With glue' });
    expect((await shop.eventsOf(job, 'digifab.job.queued')).at(-1)?.payload).toMatchObject({ reason: 'With glue' });
  });
});

describe('approval', () => {
  it('is given or refused once by two concurrent requests', async () => {
    for (const action of ['approve', 'reject'])
      expect(await refusal(action, job)).toEqual([409, 'conflict', '/record']);
    const addWaitingJob = () => shop.addJob({ approval: 'waiting' });
    const both = await addWaitingJob();
    expect(await atOnce(shop.run('approve', both), shop.run('reject', both))).toEqual(ONCE);
    expect(await twice('approve', await addWaitingJob())).toEqual(ONCE);
    const rejected = await addWaitingJob();
    expect(await twice('reject', rejected)).toEqual(ONCE);
    expect((await shop.read(rejected)).fields).toMatchObject({ status: 'cancelled', approval: 'rejected' });
    expect(await refusal('retry', rejected)).toEqual(NOT_AVAILABLE);
  });
});

describe('queueing', () => {
  const NOBODY = '0192f0c1-2d3e-7000-8000-00000000000f';

  it('creates the requested number of jobs, which have it in `copies`; a record has only one, and the refusal names the action', async () => {
    const file = await shop.add<RecordBody>('digifab:file', { name: 'clip.gcode' });
    const { jobs } = (await shop.do<{ jobs: string[] }>('queue', file, { copies: 3 })).result;
    const made = await Promise.all(jobs.map((id) => shop.read<Job>({ kind: 'digifab:job', id } as Job)));
    expect(made.map(({ fields }) => fields.copies)).toEqual([3, 3, 3]);
    const { status, body } = await shop.create('digifab:job', { title: 'Three', copies: 3 });
    expect([status, body.error.details[0]]).toMatchObject([
      422,
      { path: '/fields/copies', code: 'by_action', message: expect.stringContaining('digifab:queue') },
    ]);
    const one = await shop.add('digifab:job', { title: 'One', copies: 1 });
    expect(one.fields).toMatchObject({ copies: 1 });
    expect((await shop.change(one, { copies: 2 })).status).toBe(422);
    expect((await shop.change(made[0]!, { copies: 3, priority: 5 })).status).toBe(200);
  });

  it.each([
    [{ copies: 0 }, '/input/copies'],
    [{ copies: 101 }, '/input/copies'],
    [{ target: { pool: NOBODY } }, '/input/target/pool'],
    [{ materials: [{ est_g: 1 }, { stock_item: NOBODY }] }, '/input/materials/1/stock_item'],
    [{ output: { part: NOBODY, qty: 1 } }, '/input/output/part'],
    [{ not_before: 'tomorrow' }, '/input/not_before'],
  ])('refuses %j', async (input, path) => {
    expect(await refusal('queue', job, input)).toEqual([422, 'validation_failed', path]);
  });
});

describe('the order of the queue', () => {
  it('is unique for each job, even if several are moved into one gap at the same time', async () => {
    await shop.change(machine, { accepting_jobs: false });
    const [a, b, ...moved] = await Promise.all(Array.from({ length: 6 }, () => shop.addJob()));
    await Promise.all(
      moved.map((one, index) => shop.do('reorder', one, index % 2 === 0 ? { before: b?.id } : { after: a?.id })),
    );
    const ranks = (await shop.list<Job>('digifab:job', 'status == "queued"')).map(({ fields }) => fields.queue_rank);
    expect(new Set(ranks).size).toBe(6);
  });
});
