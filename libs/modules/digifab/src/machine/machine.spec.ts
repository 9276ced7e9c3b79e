import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestServer, type RecordBody, type TestServer } from '@cubit/testing';
import { digifab } from '../digifab.module.js';
import { inventory } from '../fixtures/inventory.module.js';
import { addWorkshop, type Workshop } from '../fixtures/workshop.js';
import type { Machine } from './machine.fields.js';

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

const look = async () => (await shop.read(machine)).fields;

describe('a slot', () => {
  it('contains one spool even after concurrent requests, and none after it is emptied', async () => {
    const spools = await Promise.all([1, 2].map(() => shop.addSpool(100)));
    await Promise.all(spools.map(({ id }) => shop.do('load_material', machine, { slot: 1, stock_item: id })));
    const { loaded = [] } = await look();
    expect(loaded).toHaveLength(1);
    expect(spools.map(({ id }) => id)).toContain(loaded[0]?.stock_item);
    expect(await shop.eventsOf(machine, 'digifab.material.loaded')).toHaveLength(2);
    await shop.do('load_material', machine, { slot: 1 });
    expect((await look()).loaded).toEqual([]);
  });

  it('gives its spool to another slot when the spool is loaded there', async () => {
    const spool = await shop.addSpool(100);
    await shop.do('load_material', machine, { slot: 1, stock_item: spool.id });
    await shop.do('load_material', machine, { slot: 2, stock_item: spool.id });
    expect((await look()).loaded).toMatchObject([{ slot: 2, stock_item: spool.id }]);
  });

  it.each([
    [{ slot: -1 }, '/input/slot'],
    [{ slot: 1, stock_item: '0192f0c1-2d3e-7000-8000-00000000000f' }, '/input/stock_item'],
    [{ slot: 1, used_g: -1 }, '/input/used_g'],
  ])('refuses %j', async (input, path) => {
    const { status, body } = await shop.run('load_material', machine, input);
    expect([status, body.error.details[0]?.path]).toEqual([422, path]);
  });
});

describe('a bed', () => {
  it('is cleared once by concurrent requests', async () => {
    await shop.addJob();
    await shop.report(machine, 'printing');
    expect((await shop.do('clear_bed', machine)).result).toEqual({ changed: false });
    await shop.report(machine, 'completed');
    const answers = await Promise.all([1, 2, 3].map(() => shop.do('clear_bed', machine)));
    expect(answers.map(({ result }) => result['changed']).toSorted()).toEqual([false, false, true]);
    expect(await shop.eventsOf(machine, 'digifab.machine.ready')).toHaveLength(1);
  });
});

describe('clearing a bed', () => {
  it('is refused for a machine in the trash, and for a job', async () => {
    const job = await shop.addJob({ target: { tags: ['none'] } });
    expect(await shop.refusalOf('clear_bed', job)).toEqual({
      status: 422,
      code: 'validation_failed',
      details: ['/record/kind enum'],
    });
    expect((await shop.remove(machine)).status).toBe(204);
    expect(await shop.refusalOf('clear_bed', machine)).toEqual({
      status: 404,
      code: 'not_found',
      details: ['/record/id not_found'],
    });
  });
});

describe('a machine that goes into maintenance', () => {
  it('returns its assigned job to the queue', async () => {
    const job = await shop.addJob();
    await shop.do('set_maintenance', machine, { on: true });
    expect((await shop.read(job)).fields).toMatchObject({ status: 'queued', waiting_for: ['in_maintenance'] });
    const { current_job: current, status } = await look();
    expect([current, status]).toEqual([undefined, 'maintenance']);
  });

  it('either prints or goes into maintenance if both happen at the same time, and keeps no job that it cannot run', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const job = await shop.addJob({ target: { machine: machine.id } });
      const [printing, maintained] = await Promise.all([
        shop.run('report', machine, { state: 'printing' }),
        shop.run('set_maintenance', machine, { on: true }),
      ]);
      expect(printing.status).toBe(200);
      const [{ status }, { status: ofJob }] = [await look(), (await shop.read(job)).fields];
      if (maintained.status === 200) expect(ofJob).toBe('queued');
      else expect([maintained.status, status, ofJob]).toEqual([409, 'printing', 'printing']);
      await shop.do('cancel', job);
      await shop.do('clear_bed', machine);
      if (status === 'printing' && maintained.status === 200) await shop.report(machine, 'completed');
      await shop.do('set_maintenance', machine, { on: false });
      await shop.do('clear_bed', machine);
    }
  });
});

describe('logging maintenance', () => {
  const logged = (record: RecordBody, input: object) => shop.run('log_maintenance', record, { ...input });

  it('uses the parts from stock, all or none, and reports which part was missing', async () => {
    const oil = await shop.add<RecordBody>('digifab:maintenance', { machine: machine.id, task: 'Oil', every_days: 7 });
    const belt = await shop.add<RecordBody>('inventory:part', { name: 'Belt', available: 5 });
    const used = (...parts: readonly string[]) => ({ parts_used: parts.map((part) => ({ part, qty: 2 })) });
    expect((await logged(oil, used(belt.id))).status).toBe(200);
    const { status, body } = await logged(oil, used(belt.id, '0192f0c1-2d3e-7000-8000-00000000000f'));
    expect([status, body.error.details[0]?.path]).toEqual([404, '/input/parts_used/1/part']);
    const nothing = await logged(oil, { parts_used: [{ part: belt.id, qty: 0 }] });
    expect([nothing.status, nothing.body.error.details[0]?.path]).toEqual([422, '/input/parts_used/0/qty']);
    expect((await shop.read(belt)).fields['available']).toBe(3);
    expect((await shop.read(oil)).fields['log']).toHaveLength(1);
  });

  it('adds an entry for each of two concurrent requests', async () => {
    const oil = await shop.add<RecordBody>('digifab:maintenance', { machine: machine.id, task: 'Oil', every_days: 7 });
    await Promise.all(['a', 'b', 'c'].map((note) => logged(oil, { note })));
    const log = (await shop.read(oil)).fields['log'] as readonly { note: string }[];
    expect(log.map(({ note }) => note).toSorted()).toEqual(['a', 'b', 'c']);
  });
});
