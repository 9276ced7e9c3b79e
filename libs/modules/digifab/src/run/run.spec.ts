import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestServer, type RecordBody, type TestServer } from '@cubit/testing';
import { digifab } from '../digifab.module.js';
import { inventory } from '../fixtures/inventory.module.js';
import { addWorkshop, type Workshop } from '../fixtures/workshop.js';
import type { Job } from '../job/job.fields.js';

let server: TestServer;
let shop: Workshop;
let run: RecordBody;

beforeAll(async () => {
  server = await createTestServer({ modules: [inventory, digifab] });
});
afterAll(() => server.close());
/** A run of three, with the first job on the machine. */
beforeEach(async () => {
  shop = await addWorkshop(server);
  const machine = await shop.addMachine();
  const file = await shop.add<RecordBody>('digifab:file', { name: 'clip.gcode' });
  const pool = await shop.add<RecordBody>('digifab:pool', { name: 'Clips', machines: [machine.id] });
  run = await shop.add('digifab:run', { name: 'Clips', file: file.id, pool: pool.id, target_qty: 3 });
});

const statuses = async () =>
  (await shop.list<Job>('digifab:job', `run == "${run.id}"`)).map(({ fields }) => fields.status).toSorted();
const look = async () => (await shop.read(run)).fields;
async function makeOne(): Promise<Job> {
  const [job] = await shop.list<Job>('digifab:job', `run == "${run.id}" && status == "assigned"`);
  await shop.report(job!, 'printing');
  await shop.report(job!, 'completed');
  await shop.do('confirm', job!, { outcome: 'good' });
  return job!;
}

describe('a run', () => {
  it('is paused, resumed and cancelled', async () => {
    for (const status of ['paused', 'active', 'paused', 'active', 'cancelled']) {
      expect((await shop.change(run, { status })).status).toBe(200);
      expect(await look()).toMatchObject({ status });
    }
  });

  it('is completed although it is paused, by the job that prints', async () => {
    await shop.change(run, { target_qty: 1, status: 'paused' });
    await makeOne();
    expect(await look()).toMatchObject({ status: 'completed', done_qty: 1 });
  });
});

describe('the target of a run', () => {
  it('can be reduced: surplus jobs leave the queue, and the run is completed if enough are good', async () => {
    expect(await statuses()).toEqual(['assigned', 'queued', 'queued']);
    await shop.change(run, { target_qty: 2 });
    expect(await statuses()).toEqual(['assigned', 'cancelled', 'queued']);
    await makeOne();
    await shop.change(run, { target_qty: 1 });
    expect(await look()).toMatchObject({ status: 'completed', done_qty: 1 });
    expect(await shop.eventsOf(run, 'digifab.run.completed')).toHaveLength(1);
  });

  it('can be increased, even after completion: the run continues', async () => {
    await shop.change(run, { target_qty: 1 });
    await makeOne();
    expect(await look()).toMatchObject({ status: 'completed' });
    await shop.change(run, { target_qty: 3 });
    expect(await look()).toMatchObject({ status: 'active' });
    expect((await statuses()).filter((status) => status === 'assigned' || status === 'queued')).toHaveLength(2);
  });

  it('cannot be completed or reopened by setting the status', async () => {
    const refused = async (status: string) => {
      const { status: answer, body } = await shop.change(run, { status });
      return [answer, body.error.code, body.error.details[0]?.path];
    };
    expect(await refused('completed')).toEqual([409, 'invalid_transition', '/fields/status']);
    await shop.change(run, { target_qty: 1 });
    await makeOne();
    expect(await refused('active')).toEqual([409, 'invalid_transition', '/fields/status']);
  });

  it('is reached with the required number of jobs, even if the queue is checked concurrently', async () => {
    await Promise.all([
      shop.change(run, { target_qty: 8 }),
      shop.do('schedule', null),
      shop.do('schedule', null),
      shop.do('schedule', null),
    ]);
    expect(await statuses()).toHaveLength(8);
  });
});
