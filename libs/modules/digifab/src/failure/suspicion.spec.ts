import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { digifab } from '../digifab.module.js';
import { inventory } from '../fixtures/inventory.module.js';
import { addWorkshop, type Workshop } from '../fixtures/workshop.js';
import type { Job } from '../job/job.fields.js';
import type { Machine } from '../machine/machine.fields.js';

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
  await shop.set({ failure_ignore_first_s: 0, failure_auto_pause: true });
  machine = await shop.addMachine();
  job = await shop.addJob();
  await shop.report(machine, 'printing');
});

const look = (input: object = {}) => shop.run('report_failure_score', job, { score: 0.9, source: 'test', ...input });
const suspicions = async () => (await shop.eventsOf(job, 'digifab.print.failure_suspected')).length;

describe('a detector', () => {
  it('raises one suspicion for any number of concurrent scores', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => look()));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await suspicions()).toBe(1);
    expect((await shop.read(job)).fields).toMatchObject({ status: 'paused', auto_paused: true });
  });

  it.each([
    [{ score: 1.1 }, '/input/score'],
    [{ score: -0.1 }, '/input/score'],
    [{ source: '' }, '/input/source'],
    [{ frame: '0192f0c1-2d3e-7000-8000-00000000000f' }, '/input/frame'],
  ])('is refused %j', async (input, path) => {
    const { status, body } = await look(input);
    expect([status, body.error.details[0]?.path]).toEqual([422, path]);
    expect((await shop.read(job)).fields.watch).toBeUndefined();
  });

  it('raises no suspicion without a print', async () => {
    await shop.do('cancel', job);
    expect((await look()).body.result).toEqual({ suspected: false, in_row: 0, paused: false, ignored: 'not_printing' });
  });
});

describe('a suspicion', () => {
  it('is dismissed by one of two concurrent requests, and the print continues', async () => {
    expect((await shop.run('dismiss_suspicion', job)).body.error.details[0]?.path).toBe('/record');
    await look({ certain: true });
    const answers = await Promise.all([1, 2].map(() => shop.run('dismiss_suspicion', job)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await shop.read(job)).fields).toMatchObject({ status: 'printing', auto_paused: false });
    expect(await shop.eventsOf(job, 'digifab.print.failure_dismissed')).toHaveLength(1);
    expect((await look({ certain: true })).body.result).toMatchObject({ ignored: 'cooldown' });
    expect(await suspicions()).toBe(1);
  });
});
