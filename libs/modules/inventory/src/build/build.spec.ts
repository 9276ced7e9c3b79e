import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ActionResult, createTestServer, recordStatements, type TestServer } from '@cubit/testing';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';
import type { Part } from '../part/part.fields.js';
import type { Build } from './build.fields.js';

let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory] });
  const workspace = await server.workspace();
  room = new Stockroom(server.as(workspace.owner), workspace.path);
});
afterAll(() => server.close());

interface Ran {
  readonly stock_items?: readonly string[];
  readonly duplicate?: boolean;
}
const act = (action: string, build: Build, input: object = {}) => room.do<Ran>(action, build, { ...input });
const names = ({ events }: Pick<ActionResult, 'events'>) => events.map(({ name }) => name);

/** A lamp of three LEDs and half a metre of wire, with the given stock of each. */
async function lamps(leds: number, wire: number) {
  const lamp = await room.addPart({ name: 'Lamp' });
  const led = await room.addPart({ name: 'LED' });
  const cable = await room.addPart({ name: 'Wire', unit: 'm' });
  if (leds > 0) await room.addItem(led, { qty: leds, unit_cost: { amount: '0.1', currency: 'EUR' } });
  if (wire > 0) await room.addItem(cable, { qty: wire, unit_cost: { amount: '1', currency: 'EUR' } });
  await room.add('inventory:bom_line', { assembly: lamp.id, component: led.id, qty_per: 3 });
  await room.add('inventory:bom_line', { assembly: lamp.id, component: cable.id, qty_per: 0.5 });
  return { lamp, led, cable };
}
const order = (assembly: Part, qty: number, more: object = {}): Promise<Build> =>
  room.add('inventory:build', { assembly: assembly.id, qty, ...more });
async function issued(leds: number, wire: number, qty: number) {
  const parts = await lamps(leds, wire);
  const build = await order(parts.lamp, qty);
  await act('issue_build', build);
  return { ...parts, build };
}

describe('a build', () => {
  it('gets a unique number under concurrency', async () => {
    const { lamp } = await lamps(0, 0);
    const builds = await Promise.all(Array.from({ length: 5 }, () => order(lamp, 1)));
    const numbers = builds.map(({ fields }) => fields.number ?? '');
    expect(new Set(numbers).size).toBe(5);
    for (const number of numbers) expect(number).toMatch(/^B-\d{4}$/);
    expect(builds.map(({ title }) => title)).toEqual(numbers);
    expect((await room.create('inventory:build', { assembly: lamp.id, qty: 1, number: numbers[0] })).status).toBe(409);
  });

  it('changes its status by actions only, and keeps its quantity once issued', async () => {
    const { build } = await issued(30, 5, 2);
    expect((await room.change(build, { status: 'completed' })).status).toBe(409);
    expect((await room.change(build, { qty: 3 })).status).toBe(409);
    expect((await room.change(build, { notes: 'Monday' })).status).toBe(200);
    expect((await room.remove(build)).status).toBe(409);
    const answers = await Promise.all(['issue_build', 'complete_build'].map((action) => room.run(action, build)));
    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
  });
});

describe('components that were used already', () => {
  it('are recorded beyond the stock, are not taken again, and do not come back with a reversal', async () => {
    const { led, cable, lamp } = await lamps(5, 10);
    const build = await order(lamp, 2);
    await act('issue_build', build, { shortages_ok: true });
    expect((await room.run('complete_output', build)).status).toBe(409);
    await act('complete_output', build, { qty: 1 });
    const { record } = await act('complete_output', build, { qty: 1, used: true });
    expect(record.fields).toMatchObject({ qty_done: 2, qty_consumed: 2 });
    const uses = (await room.movements(led)).filter(({ fields }) => fields.type === 'build_consume');
    expect(uses.map(({ fields }) => [fields.qty_delta, fields.over])).toEqual([
      [-3, undefined],
      [-2, 1],
    ]);
    expect((await room.items(led))[0]?.fields).toMatchObject({ qty: 0, status: 'attention' });
    expect(await room.levels(cable)).toMatchObject({ onHand: 9 });
    await act('reverse_build_output', build, { reason: 'Wrong lamp' });
    expect(await room.levels(led)).toMatchObject({ onHand: 2 });
    await act('reverse_build_output', build, { reason: 'Wrong lamp' });
    expect(await room.levels(led)).toMatchObject({ onHand: 5 });
  });
});

describe('issuing', () => {
  it('reserves the components, and updates in_production', async () => {
    const { lamp, led, cable, build } = await issued(30, 5, 4);
    expect(await room.levels(led)).toEqual({ onHand: 30, reserved: 12, available: 18 });
    expect(await room.levels(cable)).toEqual({ onHand: 5, reserved: 2, available: 3 });
    expect((await room.read(lamp)).fields).toMatchObject({ in_production: 4, can_build: 6 });
    const [kept] = await room.reservations(led);
    expect(kept?.fields).toMatchObject({ for: { kind: build.kind, id: build.id }, qty: 12 });
    expect(await room.eventsOf(build, 'inventory.build.issued')).toHaveLength(1);
  });

  it('is refused with a detail for each short component, and reserves nothing', async () => {
    const { lamp, led } = await lamps(5, 0);
    const build = await order(lamp, 2);
    const { status, body } = await room.run('issue_build', build);
    expect([status, body.error.code]).toEqual([409, 'insufficient_stock']);
    expect(body.error.details.map(({ path }) => path)).toEqual(['/record', '/record']);
    expect(await room.levels(led)).toMatchObject({ reserved: 0 });
    expect((await room.run('issue_build', await order(led, 1))).body.error.details[0]?.code).toBe('no_bill');
  });

  it('reserves missing quantities with shortages_ok, and emits the shortages', async () => {
    const { lamp, led, cable } = await lamps(5, 10);
    const build = await order(lamp, 2);
    const { events } = await act('issue_build', build, { shortages_ok: true });
    expect(names({ events }).filter((name) => name.includes('shortage'))).toHaveLength(1);
    const [shortage] = await room.eventsOf(led, 'inventory.shortage.detected');
    expect(shortage?.payload).toMatchObject({
      partId: led.id,
      buildId: build.id,
      required: 6,
      short: 1,
      partName: 'LED',
    });
    expect(await room.levels(led)).toEqual({ onHand: 5, reserved: 6, available: -1 });
    expect((await room.run('complete_output', build)).status).toBe(409);
    expect(await room.levels(cable)).toMatchObject({ onHand: 10 });
    await room.do('add', led, { qty: 1 });
    await act('complete_output', build);
    expect(await room.levels(led)).toEqual({ onHand: 0, reserved: 0, available: 0 });
  });

  it('uses substitutes if the component is short', async () => {
    const [lamp, led] = [await room.addPart(), await room.addPart()];
    const { part: other } = await room.stocked([5]);
    await room.addItem(led, { qty: 4 });
    await room.add('inventory:bom_line', {
      assembly: lamp.id,
      component: led.id,
      qty_per: 3,
      substitutes: [other.id],
    });
    const build = await order(lamp, 2);
    await act('issue_build', build);
    expect([(await room.levels(led)).reserved, (await room.levels(other)).reserved]).toEqual([4, 2]);
    await act('complete_output', build);
    expect([(await room.levels(led)).onHand, (await room.levels(other)).onHand]).toEqual([0, 3]);
  });

  it('uses only stock at or below its source location', async () => {
    const { lamp, led, cable } = await lamps(0, 5);
    const rack = await room.addLocation('Rack');
    const shelf = await room.addLocation('Shelf', { parent: rack.id });
    await room.addItem(led, { qty: 100 });
    const near = await room.addItem(led, { qty: 4, location: shelf.id });
    await room.change((await room.items(cable))[0]!, { location: rack.id });
    const refused = await order(lamp, 2, { source_location: rack.id });
    expect((await room.run('issue_build', refused)).status).toBe(409);
    const build = await order(lamp, 1, { source_location: rack.id });
    await act('issue_build', build);
    await act('complete_output', build);
    expect(await room.qtyOf(near)).toBe(1);
  });

  it('gives the stock to one of two concurrent builds', async () => {
    const { lamp, led } = await lamps(3, 5);
    const builds = [await order(lamp, 1), await order(lamp, 1)];
    const answers = await Promise.all(builds.map((build) => room.run('issue_build', build)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await room.levels(led)).toEqual({ onHand: 3, reserved: 3, available: 0 });
  });
});

describe('outputs', () => {
  it('are added at the cost of their components, which are used', async () => {
    const { lamp, led, cable, build } = await issued(30, 5, 4);
    const shelf = await room.addLocation('Finished');
    const first = await act('complete_output', build, { qty: 1, location: shelf.id, lot: 'L1' });
    expect(first.record.fields).toMatchObject({ status: 'in_progress', qty_done: 1, qty_consumed: 1 });
    expect([(await room.levels(led)).onHand, (await room.levels(cable)).onHand]).toEqual([27, 4.5]);
    const [made] = await room.items(lamp);
    expect(made?.fields).toMatchObject({
      qty: 1,
      lot: 'L1',
      location: shelf.id,
      unit_cost: { amount: '0.8000', currency: 'EUR' },
      source: { kind: build.kind, id: build.id },
    });
    expect((await room.read(lamp)).fields.in_production).toBe(3);
    const rest = await act('complete_output', build);
    expect(rest.record.fields).toMatchObject({ qty_done: 4, qty_consumed: 4 });
    expect(await room.levels(led)).toEqual({ onHand: 18, reserved: 0, available: 18 });
    const [, completed] = await room.eventsOf(build, 'inventory.build.output_completed');
    expect(completed?.payload).toMatchObject({ qty: 3, qtyDone: 4, qtyTotal: 4 });
    expect((await room.movements(lamp)).map(({ fields }) => fields.type)).toEqual(['build_output', 'build_output']);
    expect((await room.run('complete_output', build, { qty: 1 })).status).toBe(409);
  });

  it('of a serialized part have serial numbers', async () => {
    const { lamp, build } = await issued(30, 5, 2);
    await act('complete_output', build, { serials: ['S1', 'S2'] });
    expect((await room.items(lamp)).map(({ fields }) => fields.serial)).toEqual(['S1', 'S2']);
  });

  it('use exactly the required quantity, however they are divided', async () => {
    const [lamp, led] = [await room.addPart(), await room.addPart()];
    await room.addItem(led, { qty: 100 });
    const line = { assembly: lamp.id, component: led.id, qty_per: 1, setup_qty: 2, rounding_multiple: 5 };
    await room.add('inventory:bom_line', line);
    const build = await order(lamp, 3);
    await act('issue_build', build);
    for (let n = 0; n < 3; n += 1) await act('complete_output', build, { qty: 1 });
    expect(await room.levels(led)).toEqual({ onHand: 95, reserved: 0, available: 95 });
  });

  it('that are scrapped use components and add nothing; replacements use free stock', async () => {
    const { lamp, led, build } = await issued(9, 5, 2);
    const { record } = await act('scrap_output', build, { qty: 1, reason: 'Polarity' });
    expect(record.fields).toMatchObject({ status: 'in_progress', qty_scrapped: 1, qty_done: 0 });
    await act('complete_output', build);
    expect([(await room.levels(led)).onHand, (await room.levels(lamp)).onHand]).toEqual([0, 2]);
    expect((await room.run('scrap_output', build, { qty: 1 })).status).toBe(409);
  });

  it('use nothing that was used before them', async () => {
    const { led, build } = await issued(30, 5, 4);
    await act('consume_build', build, { qty: 3 });
    expect(await room.levels(led)).toEqual({ onHand: 21, reserved: 3, available: 18 });
    await act('complete_output', build, { qty: 2 });
    expect((await room.levels(led)).onHand).toBe(21);
    await act('complete_output', build, { qty: 2 });
    expect((await room.levels(led)).onHand).toBe(18);
    expect((await room.run('consume_build', build, { qty: 1 })).status).toBe(409);
  });

  it('are posted once per cause key, also under concurrency', async () => {
    const { lamp, build } = await issued(30, 5, 2);
    const answers = await Promise.all([1, 2].map(() => room.run('complete_output', build)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { build: other, lamp: second } = await issued(30, 5, 2);
    const input = { qty: 1, cause_key: 'print:1:0:1' };
    const ran = await Promise.all([1, 2].map(() => act('complete_output', other, input)));
    expect(ran.filter(({ result }) => result.duplicate)).toHaveLength(1);
    expect([(await room.levels(lamp)).onHand, (await room.levels(second)).onHand]).toEqual([2, 1]);
  });

  it('take a bounded number of statements for any number of components', async () => {
    const lamp = await room.addPart();
    const { body } = await room.batch(
      'inventory:part',
      Array.from({ length: 40 }, (_, n) => ({ op: 'create', fields: { name: `Component ${n}` } })),
    );
    const ids = body.results.map(({ record }) => record.id);
    await room.batch(
      'inventory:stock_item',
      ids.map((part) => ({ op: 'create', fields: { part, qty: 10 } })),
    );
    await room.batch(
      'inventory:bom_line',
      ids.map((component) => ({ op: 'create', fields: { assembly: lamp.id, component, qty_per: 1 } })),
    );
    const build = await order(lamp, 5);
    await act('issue_build', build);
    const statements = await recordStatements(server.database, () => act('complete_output', build));
    expect(statements.length).toBeLessThanOrEqual(40);
  });
});

describe('ending a build', () => {
  it('releases unused reservations', async () => {
    const { led, build } = await issued(30, 5, 4);
    await act('complete_output', build, { qty: 1 });
    const { status, body } = await room.run('complete_build', build);
    expect([status, body.error.details[0]?.code]).toEqual([409, 'incomplete']);
    const { record } = await act('complete_build', build, { accept_incomplete: true });
    expect(record.fields.status).toBe('completed');
    expect(await room.levels(led)).toEqual({ onHand: 27, reserved: 0, available: 27 });
    const [event] = await room.eventsOf(build, 'inventory.build.completed');
    expect(event?.payload).toMatchObject({ qty: 4, qtyDone: 1, qtyScrapped: 0 });
  });

  it('by cancelling keeps used components and outputs', async () => {
    const { lamp, led, build } = await issued(30, 5, 4);
    await act('complete_output', build, { qty: 1 });
    await act('cancel_build', build, { reason: 'Order withdrawn' });
    expect(await room.levels(led)).toEqual({ onHand: 27, reserved: 0, available: 27 });
    expect((await room.read(lamp)).fields).toMatchObject({ on_hand: 1, in_production: 0 });
    expect((await room.run('complete_output', build)).status).toBe(409);
    const [event] = await room.eventsOf(build, 'inventory.build.cancelled');
    expect(event?.payload).toMatchObject({ reason: 'Order withdrawn' });
  });

  it('keeps its reservations on hold, and resumes its status', async () => {
    const { led, build } = await issued(30, 5, 4);
    expect((await act('hold_build', build)).record.fields).toMatchObject({ status: 'on_hold', held_from: 'issued' });
    expect(await room.levels(led)).toMatchObject({ reserved: 12 });
    expect((await room.run('complete_output', build)).status).toBe(409);
    expect((await act('hold_build', build, { on: false })).record.fields.status).toBe('issued');
    await act('hold_build', build);
    expect((await act('issue_build', build)).record.fields.status).toBe('issued');
    expect(await room.levels(led)).toMatchObject({ reserved: 12 });
    const draft = await order(await room.addPart(), 1);
    await act('hold_build', draft);
    expect((await act('hold_build', draft, { on: false })).record.fields.status).toBe('draft');
  });

  it.each(['draft', 'on_hold', 'issued'])('is cancelled from %s', async (status) => {
    const { lamp } = await lamps(30, 5);
    const build = await order(lamp, 1);
    if (status !== 'draft') await act('issue_build', build);
    if (status === 'on_hold') await act('hold_build', build);
    expect((await room.read(build)).fields.status).toBe(status);
    expect((await act('cancel_build', build)).record.fields.status).toBe('cancelled');
  });

  it.each(['completed', 'cancelled'])('is neither put on hold nor cancelled once it is %s', async (end) => {
    const { build } = await issued(30, 5, 1);
    await act('complete_output', build);
    await act(end === 'completed' ? 'complete_build' : 'cancel_build', build);
    for (const action of ['hold_build', 'cancel_build'])
      expect([action, await room.refusalOf(action, build)]).toEqual([
        action,
        { status: 409, code: 'invalid_transition', details: ['/record invalid_transition'] },
      ]);
    expect((await room.read(build)).fields.status).toBe(end);
  });

  it('allows only the build to use its reservations', async () => {
    const { led } = await issued(30, 5, 4);
    const [kept] = await room.reservations(led);
    expect((await room.run('consume_reservation', kept!)).status).toBe(409);
  });
});

describe('reversing an output', () => {
  it('removes it from stock and returns its components, reserved again', async () => {
    const { lamp, led, cable, build } = await issued(30, 5, 4);
    await act('complete_output', build, { qty: 3 });
    await act('complete_output', build);
    await act('complete_build', build);
    const { record, events } = await act('reverse_build_output', build, { reason: 'Wrong board' });
    expect(record.fields).toMatchObject({ status: 'in_progress', qty_done: 3, qty_consumed: 3 });
    expect(names({ events })).toContain('inventory.build.reversed');
    expect(await room.levels(led)).toEqual({ onHand: 21, reserved: 3, available: 18 });
    expect(await room.levels(cable)).toEqual({ onHand: 3.5, reserved: 0.5, available: 3 });
    expect((await room.read(lamp)).fields).toMatchObject({ on_hand: 3, in_production: 1 });
    await act('complete_output', build);
    expect(await room.levels(led)).toEqual({ onHand: 18, reserved: 0, available: 18 });
    const sum = (await room.movements(led)).reduce((total, { fields }) => total + fields.qty_delta, 0);
    expect(sum).toBe(18);
  });

  it('reverses `qty` of an output, repeatedly until nothing is left', async () => {
    const { lamp, led, build } = await issued(30, 5, 4);
    await act('complete_output', build);
    const some = await act('reverse_build_output', build, { qty: 1 });
    expect(some.record.fields).toMatchObject({
      qty_done: 3,
      qty_consumed: 3,
      outputs: [{ qty: 4, reversed_qty: 1, reversed: false, stock_items: [{ qty: 3 }] }],
    });
    expect(await room.levels(led)).toEqual({ onHand: 21, reserved: 3, available: 18 });
    const tooMuch = await room.run('reverse_build_output', build, { qty: 3.5 });
    expect([tooMuch.status, tooMuch.body.error.details[0]?.path]).toEqual([422, '/input/qty']);
    await act('reverse_build_output', build, { qty: 2 });
    const rest = await act('reverse_build_output', build);
    expect(rest.record.fields).toMatchObject({ qty_done: 0, outputs: [{ qty: 4, reversed: true }] });
    expect((await room.read(lamp)).fields.on_hand).toBe(0);
    expect(await room.levels(led)).toEqual({ onHand: 30, reserved: 12, available: 18 });
    expect((await room.run('reverse_build_output', build, { qty: 1 })).status).toBe(409);
  });

  it('restores the status of the build, and the reservations that the components were used from', async () => {
    const { led, build } = await issued(30, 5, 4);
    const look = async () => {
      const kept = await room.reservations(led);
      return [(await room.read(build)).fields.status, ...kept.map(({ fields }) => fields.status)];
    };
    const undo = (restore: string, more: object = {}) => act('reverse_build_output', build, { restore, ...more });
    await act('complete_output', build, { qty: 1 });
    expect(await look()).toEqual(['in_progress', 'partial']);
    await undo('issued');
    expect(await look()).toEqual(['issued', 'active']);
    await act('complete_output', build);
    expect(await look()).toEqual(['in_progress', 'consumed']);
    await undo('in_progress', { qty: 1 });
    expect(await look()).toEqual(['in_progress', 'partial']);
    await act('complete_output', build, { qty: 1 });
    await undo('in_progress');
    await undo('issued');
    await act('complete_output', build);
    await act('complete_build', build);
    expect(await look()).toEqual(['completed', 'consumed']);
    await undo('issued');
    expect(await look()).toEqual(['issued', 'active']);
    expect(await room.levels(led)).toEqual({ onHand: 30, reserved: 12, available: 18 });
  });

  it('is refused if the output is gone, and happens once', async () => {
    const { lamp, led, build } = await issued(30, 5, 2);
    await act('complete_output', build);
    await room.do('use_one', lamp);
    expect((await room.run('reverse_build_output', build)).status).toBe(409);
    expect(await room.levels(led)).toMatchObject({ onHand: 24 });
    await room.do('add', lamp, { qty: 1, lot: 'other' });
    expect((await room.run('reverse_build_output', build)).status).toBe(409);
    const { build: other, led: leds } = await issued(30, 5, 2);
    await act('complete_output', other);
    const answers = await Promise.all([1, 2].map(() => room.run('reverse_build_output', other)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await room.levels(leds)).toMatchObject({ onHand: 30 });
    const output = (await room.movements(lamp)).find(({ fields }) => fields.type === 'build_output')!;
    expect((await room.run('reverse', output, { reason: 'By hand' })).status).toBe(409);
  });
});
