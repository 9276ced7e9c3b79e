import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, transitionsOf } from '@cubit/testing';
import { digifab } from '../digifab.module.js';
import { inventory } from '../fixtures/inventory.module.js';
import { addWorkshop, type Workshop } from '../fixtures/workshop.js';
import type { Machine } from './machine.fields.js';
import { machineLifecycle } from './machine-status.js';

let server: TestServer;
let shop: Workshop;
let machine: Machine;
beforeAll(async () => {
  server = await createTestServer({ modules: [inventory, digifab] });
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await addWorkshop(server);
  machine = await shop.addMachine();
});

const maintain = (on: boolean, more: object = {}) => shop.do('set_maintenance', machine, { on, ...more });

/** Brings an idle machine without a job into a status. */
async function enter(status: string): Promise<void> {
  if (status === 'maintenance') await maintain(true);
  else await shop.report(machine, status);
}

async function leave(from: string, to: string): Promise<void> {
  if (from === 'maintenance' && to === 'idle') await maintain(false);
  else await enter(to);
}

const transitions = transitionsOf(machineLifecycle);
const isPrinting = (status: string) => status === 'printing' || status === 'paused';
const isAfterPrint = ([from, to]: readonly [string, string]) => isPrinting(from) && to === 'maintenance';

describe('the status of a machine', () => {
  it.each(transitions.filter((transition) => !isAfterPrint(transition)))('goes from %s to %s', async (from, to) => {
    await enter(from);
    expect((await shop.read(machine)).fields.status).toBe(from);
    await leave(from, to);
    expect((await shop.read(machine)).fields.status).toBe(to);
  });

  it.each(transitions.filter(isAfterPrint))('goes from %s to %s once its print ends', async (from, to) => {
    await shop.addJob({ target: { machine: machine.id } });
    await shop.report(machine, 'printing');
    await shop.report(machine, from);
    await maintain(true, { after_current_job: true });
    expect((await shop.read(machine)).fields.status).toBe(from);
    await shop.report(machine, 'completed');
    expect((await shop.read(machine)).fields.status).toBe(to);
  });
});
