import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createClock, createTestServer, type RecordBody, type TestServer } from '@cubit/testing';
import { digifab } from '../digifab.module.js';
import { inventory } from '../fixtures/inventory.module.js';
import { Workshop } from '../fixtures/workshop.js';

const clock = createClock('2026-03-01T12:00:00Z');
let server: TestServer;
let shop: Workshop;
beforeAll(async () => {
  server = await createTestServer({ modules: [inventory, digifab], now: clock.now });
});
beforeEach(async () => {
  const place = await server.workspace();
  const token = await server.mintToken(place.owner, { expires_at: '2030-01-01T00:00:00Z' });
  shop = new Workshop(server.as(token), place.path);
});
afterAll(() => server.close());

const isDue = async (plan: RecordBody) => (await shop.read(plan)).fields['due'];
const drill = () => shop.add<RecordBody>('inventory:part', { name: 'Drill' });
const planFor = ({ kind, id }: RecordBody, fields: object) =>
  shop.add<RecordBody>('digifab:maintenance', { on: { kind, id }, task: 'Brushes', ...fields });

describe('maintenance of a tool or a place', () => {
  it('is due after its uses, and starts again when it is logged', async () => {
    const tool = await drill();
    const plan = await planFor(tool, { every_uses: 3 });
    await shop.do('log_use', tool, { uses: 2 });
    expect(await isDue(plan)).toBe(false);
    expect((await shop.do('log_use', tool)).result).toEqual({ plans: 1 });
    expect(await isDue(plan)).toBe(true);
    const { body } = await shop.run('log_maintenance', plan, { note: 'New brushes' });
    expect(body.error).toBeUndefined();
    expect((await shop.read(plan)).fields).toMatchObject({ due: false, uses: 3, last_done_uses: 3 });
  });

  it('is due after hours of use, also of the part of a stock item', async () => {
    const tool = await drill();
    const plan = await planFor(tool, { every_hours: 2.5 });
    const item = await shop.add<RecordBody>('inventory:stock_item', { part: tool.id, qty: 1, status: 'ok' });
    await shop.do('log_use', item, { hours: 2.4 });
    expect(await isDue(plan)).toBe(false);
    await shop.do('log_use', item, { hours: 0.1 });
    expect(await isDue(plan)).toBe(true);
  });

  it('is due by the calendar', async () => {
    const plan = await planFor(await drill(), { every_days: 30 });
    clock.advance({ days: 30 });
    await server.sweep();
    expect(await isDue(plan)).toBe(true);
  });

  it('needs a machine or another record, and an interval', async () => {
    const tool = await drill();
    const paths = async (fields: object) =>
      (await shop.create('digifab:maintenance', { task: 'x', ...fields })).body.error.details.map(({ path }) => path);
    expect(await paths({ every_days: 1 })).toEqual(['/fields/on']);
    expect(await paths({ on: { kind: tool.kind, id: tool.id } })).toEqual(['/fields/every_hours']);
  });

  it('counts nothing for a record without maintenance', async () => {
    expect((await shop.do('log_use', await drill())).result).toEqual({ plans: 0 });
  });

  it.each([
    [{ hours: 0 }, '/input/hours too_small'],
    [{ uses: 0 }, '/input/uses too_small'],
    [{ uses: 1.5 }, '/input/uses type'],
  ])('counts no use of %j', async (input, detail) => {
    const tool = await drill();
    const plan = await planFor(tool, { every_uses: 3 });
    expect(await shop.refusalOf('log_use', tool, input)).toEqual({
      status: 422,
      code: 'validation_failed',
      details: [detail],
    });
    expect((await shop.read(plan)).fields).toMatchObject({ uses: 0, hours_used: 0 });
  });

  it('counts no use of a record that is gone', async () => {
    const tool = await drill();
    await planFor(tool, { every_uses: 3 });
    await shop.remove(tool);
    expect(await shop.refusalOf('log_use', tool)).toEqual({
      status: 404,
      code: 'not_found',
      details: ['/record/id not_found'],
    });
  });

  it('counts logged hours of a machine besides its own', async () => {
    const machine = await shop.addMachine();
    const plan = await shop.add<RecordBody>('digifab:maintenance', {
      machine: machine.id,
      task: 'Oil',
      every_hours: 5,
    });
    await shop.do('log_use', machine, { hours: 5 });
    expect(await isDue(plan)).toBe(true);
  });
});

describe('a certificate', () => {
  it('reminds before it expires, and once it has expired', async () => {
    const tool = await drill();
    const on = { kind: tool.kind, id: tool.id };
    const start = clock.now().getTime();
    const expires = new Date(start + 40 * 86_400_000).toISOString().slice(0, 10);
    const made = await shop.add<RecordBody>('digifab:certificate', { title: 'Calibration', on, expires_on: expires });
    const state = async () => (await shop.read(made)).fields['state'];
    const events = async () => (await shop.eventsOf(made)).map(({ name }) => name);
    expect(await state()).toBe('valid');
    clock.advance({ days: 11 });
    await server.sweep();
    expect([await state(), await events()]).toEqual(['expiring', ['digifab.certificate.expiring']]);
    clock.advance({ days: 31 });
    await server.sweep();
    expect([await state(), await events()]).toEqual([
      'expired',
      ['digifab.certificate.expiring', 'digifab.certificate.expired'],
    ]);
    const renewed = new Date(clock.now().getTime() + 400 * 86_400_000).toISOString().slice(0, 10);
    await shop.change(made, { expires_on: renewed });
    expect(await state()).toBe('valid');
  });
});

describe('the cost of a print', () => {
  it('is estimated before it starts: filament, machine hours and energy', async () => {
    const pla = await shop.add<RecordBody>('inventory:part', {
      name: 'PLA',
      unit: 'g',
      available: 1_000,
    });
    const spool = await shop.add<RecordBody>('inventory:stock_item', {
      part: pla.id,
      qty: 1_000,
      status: 'ok',
      unit_cost: { amount: '0.02', currency: 'EUR' },
    });
    const machine = await shop.addMachine({ hour_rate: { amount: '1.50', currency: 'EUR' }, power_w: 120 });
    const file = await shop.add<RecordBody>('digifab:file', { name: 'a.gcode', est_time_s: 7_200 });
    const job = await shop.addJob({ file: file.id, materials: [{ stock_item: spool.id, est_g: 50 }] });
    const { result } = await shop.do('estimate_cost', job, { machine: machine.id });
    expect(result).toMatchObject({
      lines: [
        { what: 'filament', title: 'PLA', qty: 50, unit: 'g', cost: { amount: '1.0000', currency: 'EUR' } },
        { what: 'machine_hours', qty: 2, unit: 'h', cost: { amount: '3.0000', currency: 'EUR' } },
        { what: 'energy', qty: 0.24, unit: 'kWh', cost: { amount: '0.0720', currency: 'EUR' } },
      ],
      total: [{ amount: '4.0720', currency: 'EUR' }],
      missing: [],
    });
    const bare = await shop.do('estimate_cost', file);
    expect(bare.result).toMatchObject({ lines: [], missing: ['est_g', 'machine'] });
  });

  it('is not estimated for a machine that does not exist, or for what is no print', async () => {
    const [file, machine] = [await shop.add<RecordBody>('digifab:file', { name: 'a.gcode' }), await shop.addMachine()];
    expect(await shop.refusalOf('estimate_cost', file, { machine: file.id })).toEqual({
      status: 422,
      code: 'validation_failed',
      details: ['/input/machine unknown_reference'],
    });
    expect((await shop.refusalOf('estimate_cost', machine)).details).toEqual(['/record/kind enum']);
  });
});
