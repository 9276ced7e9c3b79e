import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { celTypeOfSchema, checkCel, checkCelTemplate, evaluateCelTemplate } from '@cubit/expressions';
import { validate } from '@cubit/core';
import { createClock, createTestServer, type Fields, type RecordBody, type TestServer } from '@cubit/testing';
import { Desk } from './fixtures/desk.js';
import { inventory, spaces } from './fixtures/workshop.modules.js';
import { purchases } from './purchases.module.js';

const { actions = [], events = [], wires = [] } = purchases;
const clock = createClock('2026-03-10T12:00:00Z');
let server: TestServer;
let desk: Desk;
/** What each action was seen to emit in the story below. */
const emitted = new Map<string, Set<string>>();

async function run(
  action: string,
  record: Pick<RecordBody, 'kind' | 'id'> | null,
  input: Fields = {},
): Promise<Fields> {
  const { result, events } = await desk.do(action, record, input);
  const seen = emitted.get(action) ?? new Set();
  for (const { name } of events) seen.add(name);
  emitted.set(action, seen);
  return result;
}

beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory, purchases], now: clock.now });
  const workspace = await server.workspace();
  const token = await server.mintToken(await workspace.member(), { expires_at: '2027-03-01T00:00:00Z' });
  desk = new Desk(server.as(token), workspace.path);
  await runTheStory();
});
afterAll(() => server.close());

const orderOf = (result: Fields) => ({ kind: 'purchases:order', id: String(result['order']) });

/** A year at the purchasing desk: every action once and more, every event once and more. */
async function runTheStory(): Promise<void> {
  const supplier = await desk.addSupplier({ lead_time_days: 2 });
  await desk.change(supplier, { phone: '+49 30 1234' });
  const part = await desk.addPart('Screw', { available: 1, min_stock: 10 });
  await desk.add('purchases:supplier_part', { supplier: supplier.id, part: part.id, sku: 'S-1' });
  await run('add_to_request', part, { qty: 5 });
  const [request] = await desk.list('purchases:request');
  const first = orderOf(await run('order_request', request!));
  await run('draft_from_low', part);
  const [line] = await desk.list('purchases:order_item', { filter: `order == "${first.id}"` });
  await run('place', first);
  await desk.change(line!, { unit_price: { amount: '1.20', currency: 'EUR' } });
  await run('hold', first);
  await run('resume', first);
  await run('ship', first, { carrier: 'DHL' });
  clock.advance({ hours: 24 * 5 });
  await server.sweep();
  await run('receive', first, { lines: [{ order_item: line!.id, qty: 2 }] });
  const { receipt } = await run('mark_arrived', first);
  await run('reverse_receipt', { kind: 'purchases:receipt', id: String(receipt) }, { reason: 'Wrong' });
  await run('close_short', first, { reason: 'Discontinued' });
  await run('cancel', orderOf(await run('duplicate', first)));
  await run('plan', null);
  await run('shopping_list', null);
}

describe('the purchases module', () => {
  it('emits exactly the eighteen events that it declares', async () => {
    const { rows } = await server.database.pool.query<{ name: string }>(
      "select distinct name from event where name like 'purchases.%'",
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(events.map(({ name }) => name).toSorted());
    expect(events).toHaveLength(18);
  });

  it('runs every action, and each emits only the events that it declares', () => {
    expect([...emitted.keys()].toSorted()).toEqual(actions.map(({ id }) => id.replace('purchases:', '')).toSorted());
    for (const [local, names] of emitted) {
      const declared = actions.find(({ id }) => id === `purchases:${local}`)?.emits.map(({ name }) => name) ?? [];
      expect([local, [...names].filter((name) => !declared.includes(name))]).toEqual([local, []]);
    }
  });

  it('is for members: a viewer reads and changes nothing, and a stranger sees nothing', async () => {
    const workspace = await server.workspace();
    const tokenOf = (user: Parameters<TestServer['mintToken']>[0]) =>
      server.mintToken(user, { expires_at: '2027-03-01T00:00:00Z' });
    const own = new Desk(server.as(await tokenOf(await workspace.member())), workspace.path);
    const viewing = new Desk(server.as(await tokenOf(await workspace.viewer())), workspace.path);
    const order = await own.addOrder();
    await own.addLine(order);
    expect(await viewing.fieldsOf(order)).toMatchObject({ status: 'draft' });
    expect((await viewing.run('place', order)).status).toBe(403);
    expect((await desk.run('place', order)).status).toBe(404);
    const foreign = await desk.create('purchases:order_item', { order: order.id, qty: 1, description: 'x' });
    expect([foreign.status, foreign.body.error.details[0]?.path]).toEqual([422, '/fields/order']);
  });
});

describe('the default wires of purchases', () => {
  const own = wires.flatMap((wire) => {
    const event = events.find(({ name }) => name === wire.event);
    return event ? [{ ...wire, event }] : [];
  });
  const inputOf = ({ event, input }: (typeof own)[number], payload: object) => {
    const schema = {
      variables: {
        event: {
          type: { object: { name: { type: 'string' }, payload: { type: celTypeOfSchema(event.payload) } } },
        },
      },
    } as const;
    checkCel('has(event.payload.partId)', schema, 'bool');
    const values = { event: { name: event.name, payload } };
    return evaluateCelTemplate(checkCelTemplate(input, schema), values, { now: clock.now() });
  };

  it('add the stock of the event, without absent fields', () => {
    const wire = own.find(({ key }) => key === 'stock_received')!;
    const { lot: _, unitCost: __, locationId: ___, exact: ____, ...payload } = wire.event.example as Fields;
    expect(inputOf(wire, wire.event.example)).toMatchObject({
      qty: 400,
      exact: '400',
      lot: 'L-2026-03',
      type: 'receive',
    });
    expect(Object.keys(inputOf(wire, payload) as object).toSorted()).toEqual(
      ['cause_key', 'qty', 'reason', 'source', 'type'].toSorted(),
    );
  });

  it('reverse a posting with a key of their own', () => {
    const wire = own.find(({ key }) => key === 'stock_unreceived')!;
    const { reverses, causeKey } = wire.event.example as Fields;
    expect(inputOf(wire, wire.event.example)).toMatchObject({ delta: -400, reverses, cause_key: causeKey });
    expect(reverses).not.toBe(causeKey);
  });

  it('include draft_from_low, which is disabled by default', () => {
    expect(wires.filter(({ enabled }) => enabled === false).map(({ key }) => key)).toEqual(['draft_from_low']);
  });
});

describe('the README of purchases', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const rowOf = (title: string) => readme.split('\n').find((line) => line.startsWith(`| ${title} `)) ?? '';
  const named = (title: string) => [...rowOf(title).matchAll(/`([^`]+)`/g)].map(([, name]) => name);

  it('names exactly the errors, settings and default wires', () => {
    expect(named('Errors')).toEqual(Object.keys(purchases.errors?.entries ?? {}));
    expect(named('Settings')).toEqual(Object.keys(purchases.settings?.properties ?? {}));
    expect(named('Default wires')).toEqual(wires.map(({ key }) => key));
  });

  it('and the registry have examples that fit', () => {
    for (const { name, payload, example } of events) expect([name, validate(payload, example)]).toEqual([name, []]);
    for (const { id, input, example } of actions) expect([id, validate(input, example.input)]).toEqual([id, []]);
  });
});
