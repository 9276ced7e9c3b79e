import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { validate } from '@cubit/core';
import { type ActionResult, createClock, createTestServer, memoryFiles, type TestServer } from '@cubit/testing';
import { digifab } from './fixtures/digifab.module.js';
import { spaces } from './fixtures/spaces.module.js';
import { Stockroom } from './fixtures/stockroom.js';
import type { PostingResult } from './stock/post-stock.js';
import { inventory } from './inventory.module.js';

const { kinds = [], actions = [], events = [] } = inventory;

const clock = createClock();
let server: TestServer;
let room: Stockroom;
/** The events that each action emitted in the story below. */
const emitted = new Map<string, Set<string>>();
const run = async (
  action: string,
  record: { readonly kind: string; readonly id: string } | null,
  input = {},
): Promise<ActionResult<PostingResult>> => {
  const answer = await room.do(action, record, input);
  const seen = emitted.get(action) ?? new Set();
  for (const { name } of answer.events) seen.add(name);
  emitted.set(action, seen);
  return answer;
};

beforeAll(async () => {
  server = await createTestServer({
    modules: [spaces, digifab, inventory],
    capabilities: () => [memoryFiles()],
    now: clock.now,
  });
  const workspace = await server.workspace();
  // Sessions expire when the clock is advanced.
  room = new Stockroom(server.as(await server.mintToken(workspace.owner)), workspace.path);
  await runTheStory();
});
afterAll(() => server.close());

/** Runs every action at least once, with its consequences: stock that is low, depleted and recovered. */
async function runTheStory(): Promise<void> {
  const category = await room.add('inventory:category', { name: 'Filament', default_unit: 'g' });
  await room.change(category, { color: '#336699' });
  const [here, there] = [await room.addLocation('Here'), await room.addLocation('There')];
  const part = await room.addPart({ status: 'draft', category: category.id, min_stock: 10, default_location: here.id });
  await room.change(part, { manufacturer: 'Acme' });
  await run('activate', part);
  await run('add', part, { qty: 20, location: here.id });
  const [item] = await room.items(part);
  const useLine = (await run('use', part, { qty: 11 })).result.movements[0]!;
  await run('use_one', item!);
  await run('use_up', part);
  await run('adjust', part, { delta: 30 });
  await run('adjust', part, { delta: -29 });
  await run('set', item!, { qty: 0 });
  await run('set', item!, { qty: 40 });
  await run('move', item!, { to_location: there.id, qty: 5 });
  await run('move_all', null, { from_location: there.id, to_location: here.id });
  await run('split', item!, { qty: 5 });
  const pieces = (await room.items(part)).filter(({ id }) => id !== item!.id);
  await run('merge', item!, { items: [pieces[1]!.id] });
  await run('set_status', item!, { status: 'lost', qty: 30 });
  await run('set_status', item!, { status: 'damaged', qty: 1 });
  await run('reverse', { kind: 'inventory:movement', id: useLine.id }, { reason: 'Never happened' });
  const used = (await run('use', item!, { qty: 1 })).result.movements[0]!;
  await run('transfer_usage', { kind: 'inventory:movement', id: used.id }, { to_stock_item: pieces[0]!.id });
  await run('serialize', pieces[0]!, { start: 'S-1', count: 2 });
  await run('add', part, { qty: 3, type: 'receive', status: 'attention', cause_key: 'receipt:1:1' });
  await run('take_back', null, { postings: [{ part: part.id, reverses: 'receipt:1:1' }] });
  const numbered = (await room.items(part)).find(({ fields }) => fields.serial === 'S-1')!;
  const machine = (await room.stocked([1])).items[0]!;
  await run('install', numbered, { into: machine.id });
  await run('uninstall', numbered, { location: here.id });
  const { available } = await room.levels(part);
  for (const action of ['release', 'consume_reservation']) {
    await run('reserve', part, { qty: available, for: { kind: part.kind, id: part.id } });
    const reservation = (await room.reservations(part)).find(({ fields }) => fields.status === 'active')!;
    await run(action, reservation);
  }
  await run('reserve', part, { qty: 1, for: { kind: part.kind, id: part.id }, allow_short: true });
  await run('release_for', null, { for: { kind: part.kind, id: part.id } });
  await buildSome();
  await countSome();
  await lendSome();
  await replaceSome();
  await printSome();
  await run('print_label', part);
  await run('print_labels', null, { records: [{ kind: part.kind, id: part.id }] });
  await run('retire', part);
  await run('retire', part);
  await room.remove(await room.addPart());
}

async function lendSome(): Promise<void> {
  const { part } = await room.stocked([6], { min_stock: 2 });
  const past = new Date(clock.now().getTime() - 1_000).toISOString();
  await run('lend', part, { holder: 'Ada', qty: 5, due: past });
  await room.do('reserve', part, { qty: 1, for: { kind: part.kind, id: part.id }, expires_at: past });
  await room.addItem(part, { qty: 1, expires_on: past.slice(0, 10) });
  await server.sweep();
  for (const disposition of ['returned', 'damaged', 'lost', 'consumed'])
    await run('return', part, { qty: 1, disposition });
  const [loan] = await room.list<{ id: string; kind: string }>(
    'inventory:loan',
    `part == "${part.id}" && status == "partly_returned"`,
  );
  await run('extend_loan', loan!, { due: past });
  await run('return', part);
}

async function printSome(): Promise<void> {
  const job = await room.add('digifab:job', { title: 'Vase' });
  const { items } = await room.stocked([20], { unit: 'g' });
  await run('adjust', items[0]!, { delta: -25, for: { kind: job.kind, id: job.id } });
}

async function replaceSome(): Promise<void> {
  const { part } = await room.stocked([1], { min_stock: 1, replace_every_days: 1 });
  await run('replace', part);
  clock.advance({ days: 1 });
  await server.sweep();
}

async function countSome(): Promise<void> {
  const { part, items } = await room.stocked([20, 3], { min_stock: 5 });
  await room.do('set_status', items[1]!, { status: 'lost' });
  for (const counted of [0, 30]) {
    const { result } = await run('start_count', null, { scope: { parts: [part.id] } });
    const { count: id, lines } = result as unknown as { count: string; lines: number };
    const count = { kind: 'inventory:count', id };
    await run('record_count', count, { lines: Array.from({ length: lines }, (_, line) => ({ line, counted })) });
    await run('record_find', count, { part: part.id, counted: 1 });
    await run('recount', count);
    await run('record_count', count, { lines: Array.from({ length: lines }, (_, line) => ({ line, counted })) });
    await run('apply_count', count);
  }
}

async function buildSome(): Promise<void> {
  const [lamp, led] = [await room.addPart(), (await room.stocked([20], { min_stock: 5 })).part];
  await room.add('inventory:bom_line', { assembly: lamp.id, component: led.id, qty_per: 10 });
  const order = () => room.add('inventory:build', { assembly: lamp.id, qty: 3 });
  const build = await order();
  await run('issue_build', build, { shortages_ok: true });
  await run('consume_build', build, { qty: 1 });
  await run('complete_output', build, { qty: 1 });
  await run('scrap_output', build, { qty: 1 });
  await run('hold_build', build);
  await run('hold_build', build, { on: false });
  await run('reverse_build_output', build);
  await run('complete_output', build, { qty: 1 });
  await run('complete_build', build, { accept_incomplete: true });
  const other = await order();
  await run('issue_build', other, { shortages_ok: true });
  await run('cancel_build', other);
  await run('add', led, { qty: 10 });
  const cause = { kind: lamp.kind, id: lamp.id };
  await run('issue_kit', lamp, { qty: 1, for: cause });
  await run('return_leftovers', null, { for: cause, lines: [{ part: led.id, qty: 1 }] });
  await run('propose_reorder_points', null, { parts: [led.id] });
}

describe('the inventory module', () => {
  it('emits every event that it declares', async () => {
    const { rows } = await server.database.pool.query<{ name: string }>(
      'select distinct name from event order by name',
    );
    expect(rows.map(({ name }) => name)).toEqual(events.map(({ name }) => name).toSorted());
  });

  it('runs every action, and each emits only the events that it declares', () => {
    expect([...emitted.keys()].toSorted()).toEqual(actions.map(({ id }) => id.replace('inventory:', '')).toSorted());
    for (const [local, names] of emitted) {
      const declared = actions.find(({ id }) => id === `inventory:${local}`)?.emits.map(({ name }) => name) ?? [];
      expect([local, [...names].filter((name) => !declared.includes(name))]).toEqual([local, []]);
    }
  });

  it('has a valid example of every event and of every action input', () => {
    for (const { name, payload, example } of events) expect([name, validate(payload, example)]).toEqual([name, []]);
    for (const { id, input, example } of actions) expect([id, validate(input, example.input)]).toEqual([id, []]);
  });

  it('has only placeholders in notifications that are in the payload', () => {
    const templates = events.flatMap(({ name, notification, example }) =>
      notification ? [{ name, notification, example }] : [],
    );
    expect(templates.map(({ name }) => name)).toContain('inventory.stock.low');
    for (const { notification, example } of templates)
      for (const [, key = ''] of `${notification.message} ${notification.link}`.matchAll(/\{(\w+)\}/g))
        expect(Object.keys(example as object)).toContain(key);
  });

  it('has a README that names exactly its kinds, actions and events', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const named = (pattern: RegExp) => [...new Set([...readme.matchAll(pattern)].map(([, name]) => name))].toSorted();
    expect(named(/`(inventory:[a-z_]+)`/g)).toEqual([...kinds, ...actions].map(({ id }) => id).toSorted());
    expect(named(/`(inventory\.[a-z_]+\.[a-z_]+)`/g)).toEqual(events.map(({ name }) => name).toSorted());
  });

  it('is for members: a viewer changes nothing, and a stranger sees nothing', async () => {
    const workspace = await server.workspace();
    const own = new Stockroom(server.as(workspace.owner), workspace.path);
    const viewing = new Stockroom(server.as(await workspace.viewer()), workspace.path);
    const foreign = new Stockroom(server.as((await server.workspace()).owner), workspace.path);
    const { part } = await own.stocked([5]);
    expect((await viewing.read(part)).id).toBe(part.id);
    expect((await viewing.run('use_one', part)).status).toBe(403);
    expect((await foreign.run('use_one', part)).status).toBe(404);
    expect(await own.levels(part)).toMatchObject({ onHand: 5 });
  });

  it('acts on nothing of another workspace', async () => {
    const workspace = await server.workspace();
    const elsewhere = new Stockroom(server.as(workspace.owner), workspace.path);
    const { part, items } = await elsewhere.stocked([5]);
    const mine = (await room.stocked([5])).items[0]!;
    const answers = [
      await room.run('use_one', part),
      await room.run('merge', mine, { items: [items[0]!.id] }),
      await room.run('install', mine, { into: items[0]!.id }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 422, 422]);
    expect(await elsewhere.levels(part)).toMatchObject({ onHand: 5 });
  });
});
