import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { digifab } from '../digifab.module.js';
import { inventory } from '../fixtures/inventory.module.js';
import { addWorkshop, type Workshop } from '../fixtures/workshop.js';
import type { Machine } from '../machine/machine.fields.js';
import type { Job } from './job.fields.js';

let server: TestServer;
let shop: Workshop;
let machine: Machine;
beforeAll(async () => {
  server = await createTestServer({ modules: [inventory, digifab] });
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await addWorkshop(server);
});

const statusOf = async (job: Job) => (await shop.read(job)).fields.status;

/** What a machine reports of a job until it has the status. */
const REPORTS: Readonly<Record<string, readonly string[]>> = {
  assigned: [],
  sending: ['sending'],
  printing: ['printing'],
  paused: ['printing', 'paused'],
  unreachable: ['printing', 'offline'],
};

async function jobIn(status: string): Promise<Job> {
  const isWaiting = status === 'draft' || status === 'queued';
  machine = await shop.addMachine(isWaiting ? { status: 'offline' } : {});
  const job = await shop.addJob({ target: { machine: machine.id }, ...(status === 'draft' && { status }) });
  for (const state of REPORTS[status] ?? []) await shop.report(machine, state);
  expect(await statusOf(job)).toBe(status);
  return job;
}

describe('the status of a job', () => {
  it.each([
    ['draft', 'queue', 'queued'],
    ['draft', 'cancel', 'cancelled'],
    ['queued', 'cancel', 'cancelled'],
    ['assigned', 'cancel', 'cancelled'],
    ['sending', 'cancel', 'cancelled'],
  ])('goes from %s by %s to %s', async (from, action, to) => {
    const job = await jobIn(from);
    await shop.do(action, job);
    expect(await statusOf(job)).toBe(to);
  });

  it.each([
    ['queued', 'idle', 'assigned'],
    ['assigned', 'offline', 'queued'],
    ['sending', 'offline', 'queued'],
    ['printing', 'offline', 'unreachable'],
    ['paused', 'offline', 'unreachable'],
  ])('goes from %s to what follows from a machine that is reported as %s: %s', async (from, state, to) => {
    const job = await jobIn(from);
    await shop.report(machine, state);
    expect(await statusOf(job)).toBe(to);
  });

  it.each(
    ['queued', 'assigned', 'sending', 'printing', 'paused', 'unreachable'].flatMap((from) =>
      ['printing', 'paused', 'completed', 'failed', 'cancelled'].flatMap((to) =>
        from === to || (from === 'queued' && to !== 'printing' && to !== 'paused') ? [] : [[from, to] as const],
      ),
    ),
  )('goes from %s to %s if that is reported of it', async (from, to) => {
    const job = await jobIn(from);
    await shop.report(job, to);
    expect(await statusOf(job)).toBe(to);
  });
});
