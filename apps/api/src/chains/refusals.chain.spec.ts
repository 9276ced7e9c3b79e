import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startShippedServer } from '@cubit/testing/shipped';
import { BUILT_IN_MODULES } from '../built-in-modules.js';
import { chainsOn, type ChainBench, type Chains, type ApiRecord } from './start-chains.js';

type Target = Pick<ApiRecord, 'id' | 'kind'> | null;
/** The target and input of a request, and its refusal: the status, and the path of the fault. */
type Refusal = readonly [target: Target, input: object, status: number, path: string];

const NOBODY = '0190a6e2-7c1d-7b3a-9f00-00000000dead';
const MODULES = ['inventory', 'purchases', 'spaces'];

let chains: Chains;
let bench: ChainBench;
beforeAll(async () => {
  chains = chainsOn(await startShippedServer());
  bench = await chains.bench();
});
afterAll(() => chains.close());

const ref = (kind: string, id: unknown) => ({ kind, id: String(id) });
const newest = async (kind: string, filter = 'true') => (await bench.list(kind, filter)).at(-1) as ApiRecord;

/** One refusal of every action for a specific reason, besides those that apply to all actions. */
async function refusals(): Promise<Readonly<Record<string, Refusal>>> {
  const bin = await bench.add('spaces:location', { name: 'Bin' });
  const site = await bench.add('spaces:location', { name: 'Site', type: 'site', holds_stock: false });
  const part = await bench.add('inventory:part', { name: 'Bolt' });
  const box = await bench.add('inventory:part', { name: 'Box', is_assembly: true });
  const item = await bench.add('inventory:stock_item', { part: part.id, qty: 10, location: bin.id });
  const piece = await bench.add('inventory:stock_item', { part: part.id, qty: 1, serial: 'S-1' });
  const empty = await bench.add('inventory:part', { name: 'None' });
  await bench.do('inventory:add', part, { qty: 1, lot: 'L', cause_key: 'a:b:1:1' });
  const added = await newest('inventory:movement', 'cause_key == "a:b:1:1"');
  const task = await bench.add('projects:task', { title: 'Task' });
  const reserved = await bench.do('inventory:reserve', part, { qty: 1, for: ref(task.kind, task.id) });
  const reservation = ref('inventory:reservation', reserved['reservation']);
  const done = await bench.do('inventory:reserve', part, { qty: 1, for: ref(task.kind, task.id) });
  const consumed = ref('inventory:reservation', done['reservation']);
  await bench.do('inventory:consume_reservation', consumed);
  await bench.add('inventory:bom_line', { assembly: box.id, component: part.id, qty_per: 2 });
  const draft = await bench.add('inventory:build', { assembly: box.id, qty: 1000 });
  const build = await bench.add('inventory:build', { assembly: box.id, qty: 2 });
  await bench.do('inventory:issue_build', build);
  const started = await bench.do('inventory:start_count', null, { scope: { parts: [part.id] } });
  const count = ref('inventory:count', started['count']);
  const begun = await bench.do('inventory:start_count', null, { scope: { parts: [box.id] } });
  const over = ref('inventory:count', begun['count']);
  await bench.do('inventory:apply_count', over);
  await bench.do('inventory:lend', piece, { holder: 'Ada' });
  const loan = await newest('inventory:loan');
  const back = await bench.add('inventory:stock_item', { part: part.id, qty: 1, serial: 'S-2' });
  await bench.do('inventory:lend', back, { holder: 'Ada' });
  const returned = await newest('inventory:loan');
  await bench.do('inventory:return', returned);
  const supplier = await bench.add('purchases:supplier', { name: 'Acme', currency: 'EUR' });
  const bare = await bench.add('purchases:order', { supplier: supplier.id });
  const order = await bench.add('purchases:order', { supplier: supplier.id });
  const line = await bench.add('purchases:order_item', { order: order.id, part: part.id, qty: 2 });
  await bench.do('purchases:place', order);
  await bench.do('purchases:receive', order, { lines: [{ order_item: line.id, qty: 1, location: bin.id }] });
  const receipt = await newest('purchases:receipt');
  const wanted = await bench.add('purchases:request', { description: 'Tape', qty: 1 });
  const conflict = (target: Target, path: string, input: object = {}): Refusal => [target, input, 409, path];
  const wrong = (target: Target, path: string, input: object): Refusal => [target, input, 422, path];
  return {
    'inventory:activate': conflict(part, '/record'),
    'inventory:retire': conflict(await retired(), '/record'),
    'inventory:use_one': conflict(empty, '/record'),
    'inventory:use': conflict(part, '/input/qty', { qty: 1000 }),
    'inventory:use_up': conflict(piece, '/record'),
    'inventory:replace': conflict(empty, '/record'),
    'inventory:add': wrong(part, '/input/location', { qty: 1, location: site.id }),
    'inventory:adjust': conflict(part, '/input/delta', { delta: -1000 }),
    'inventory:set': wrong(item, '/input/qty', {}),
    'inventory:move': wrong(item, '/input/to_location', { to_location: site.id }),
    'inventory:move_all': wrong(null, '/input/to_location', { from_location: bin.id, to_location: site.id }),
    'inventory:split': conflict(item, '/input/qty', { qty: 10 }),
    'inventory:merge': wrong(item, '/input/items/0', { items: [item.id] }),
    'inventory:serialize': wrong(item, '/input/start', { start: 'none', count: 1 }),
    'inventory:set_status': conflict(item, '/input/qty', { status: 'damaged', qty: 1000 }),
    'inventory:install': wrong(item, '/input/into', { into: item.id }),
    'inventory:uninstall': conflict(item, '/record', { location: bin.id }),
    'inventory:reserve': conflict(part, '/input/qty', { qty: 1000, for: ref(task.kind, task.id) }),
    'inventory:consume_reservation': conflict(consumed, '/record'),
    'inventory:release': wrong(reservation, '/input/qty', { qty: 5 }),
    'inventory:release_for': wrong(null, '/input/for/kind', { for: ref('task', task.id) }),
    'inventory:reverse': wrong(added, '/input/reason', {}),
    'inventory:transfer_usage': conflict(added, '/record', { to_stock_item: item.id }),
    'inventory:take_back': wrong(null, '/input/postings', { postings: [] }),
    'inventory:issue_build': conflict(draft, '/record'),
    'inventory:consume_build': conflict(draft, '/record'),
    'inventory:complete_output': conflict(build, '/input/qty', { qty: 3 }),
    'inventory:scrap_output': conflict(build, '/input/qty', { qty: 3 }),
    'inventory:complete_build': conflict(draft, '/record'),
    'inventory:hold_build': conflict(await cancelled(box), '/record'),
    'inventory:cancel_build': conflict(await cancelled(box), '/record'),
    'inventory:reverse_build_output': conflict(draft, '/record'),
    'inventory:start_count': wrong(null, '/input/scope/parts/0', { scope: { parts: [NOBODY] } }),
    'inventory:record_count': wrong(count, '/input/line', { line: 99, counted: 1 }),
    'inventory:record_find': wrong(count, '/input/part', { part: NOBODY, counted: 1 }),
    'inventory:recount': conflict(over, '/record'),
    'inventory:apply_count': conflict(over, '/record'),
    'inventory:lend': conflict(part, '/input/qty', { holder: 'Bob', qty: 1000 }),
    'inventory:return': wrong(loan, '/input/qty', { qty: 2 }),
    'inventory:extend_loan': conflict(returned, '/record', { due: '2030-01-01T00:00:00Z' }),
    'inventory:print_label': wrong(part, '/input/format', { format: 'gif' }),
    'inventory:print_labels': wrong(null, '/input/records/0', { records: [ref('inventory:part', NOBODY)] }),
    'inventory:issue_kit': conflict(empty, '/record', { qty: 1, for: ref(task.kind, task.id) }),
    'inventory:return_leftovers': wrong(null, '/input/lines/0/qty', {
      for: ref(task.kind, task.id),
      lines: [{ part: empty.id, qty: 1 }],
    }),
    'inventory:propose_reorder_points': wrong(null, '/input/parts/0', { parts: [NOBODY] }),
    'purchases:place': conflict(bare, '/record'),
    'purchases:ship': conflict(bare, '/record'),
    'purchases:receive': conflict(order, '/input/lines/0/qty', { lines: [{ order_item: line.id, qty: 5 }] }),
    'purchases:mark_arrived': conflict(bare, '/record'),
    'purchases:reverse_receipt': wrong(receipt, '/input/reason', {}),
    'purchases:close_short': conflict(bare, '/record'),
    'purchases:cancel': conflict(order, '/record'),
    'purchases:hold': conflict(order, '/record'),
    'purchases:resume': conflict(order, '/record'),
    'purchases:duplicate': [ref('purchases:order', NOBODY), {}, 404, '/record/id'],
    'purchases:draft_from_low': wrong(part, '/input/supplier', { qty: 1, supplier: NOBODY }),
    'purchases:add_to_request': wrong(part, '/input/qty', { qty: 0 }),
    'purchases:order_request': conflict(wanted, '/record'),
    'purchases:plan': wrong(null, '/input/builds/0', { builds: [NOBODY] }),
    'purchases:shopping_list': wrong(null, '/input/projects/0', { projects: ['none'] }),
    'spaces:import_plan': wrong(null, '/input/document/rooms', {
      document: { format: 'service-floorplan/1', rooms: [] },
    }),
    'spaces:export_plan': conflict(bin, '/record'),
    'spaces:generate': wrong(bin, '/input/pattern', { pattern: 'B{4-1}' }),
    'spaces:move': wrong(bin, '/input/parent', { parent: bin.id }),
    'spaces:move_contents': wrong(bin, '/input/to', { to: bin.id }),
    'spaces:archive': conflict(bin, '/input/move_contents_to'),
    'spaces:restore': conflict(bin, '/record'),
    'spaces:print_label': wrong(bin, '/input/template', { template: '1x1' }),
    'spaces:print_labels': wrong(null, '/input/records/0', { records: [ref('spaces:location', NOBODY)] }),
    'spaces:locate': conflict(empty, '/record'),
    'spaces:suggest_bin': wrong(part, '/input/under', { under: NOBODY }),
  };
}

async function retired(): Promise<ApiRecord> {
  const part = await bench.add('inventory:part', { name: 'Old' });
  await bench.do('inventory:retire', part);
  await bench.do('inventory:retire', part);
  return part;
}

async function cancelled({ id }: ApiRecord): Promise<ApiRecord> {
  const build = await bench.add('inventory:build', { assembly: id, qty: 1 });
  await bench.do('inventory:cancel_build', build);
  return build;
}

describe('every action of stock, purchases and places', () => {
  it('refuses an impossible request with the path of the fault, and changes nothing', async () => {
    const table = await refusals();
    const actions = BUILT_IN_MODULES.filter(({ name }) => MODULES.includes(name)).flatMap((module) =>
      (module.actions ?? []).map(({ id }) => id),
    );
    expect(Object.keys(table).toSorted()).toEqual(actions.toSorted());
    const ledger = async () => (await bench.list('inventory:movement', 'true')).length;
    const before = await ledger();
    const answered: Record<string, unknown> = {};
    for (const [action, [target, input]] of Object.entries(table)) {
      const { status, body } = await bench.run(action, target, input as Record<string, unknown>);
      const { error }: Partial<typeof body> = body;
      answered[action] = [status, error?.details[0]?.path];
    }
    const expected = Object.entries(table).map(([action, [, , status, path]]) => [action, [status, path]]);
    expect(answered).toEqual(Object.fromEntries(expected));
    expect(await ledger()).toBe(before);
    expect(await bench.failures()).toEqual([]);
  });
});

describe('every action of spaces', () => {
  it('succeeds with a valid request', async () => {
    const site = await bench.add('spaces:location', { name: 'Works', type: 'site' });
    const room = await bench.add('spaces:location', { name: 'Hall', type: 'room', parent: site.id });
    const [rack, shed] = [
      await bench.add('spaces:location', { name: 'Rack', parent: room.id }),
      await bench.add('spaces:location', { name: 'Shed', type: 'room', parent: site.id }),
    ];
    const part = await bench.add('inventory:part', { name: 'Nut' });
    await bench.add('inventory:stock_item', { part: part.id, qty: 5, location: rack.id });
    const document = { format: 'service-floorplan/1', rooms: [{ name: 'Attic', w_mm: 4000, d_mm: 3000 }] };
    const results = {
      'spaces:locate': await bench.do('spaces:locate', part),
      'spaces:suggest_bin': await bench.do('spaces:suggest_bin', part),
      'spaces:generate': await bench.do('spaces:generate', rack, { pattern: 'B{1-3}' }),
      'spaces:print_label': await bench.do('spaces:print_label', rack, { recursive: true }),
      'spaces:print_labels': await bench.do('spaces:print_labels', null, {
        records: [{ kind: rack.kind, id: rack.id }],
      }),
      'spaces:move': await bench.do('spaces:move', rack, { parent: shed.id }),
      'spaces:move_contents': await bench.do('spaces:move_contents', rack, { to: shed.id }),
      'spaces:archive': await bench.do('spaces:archive', room),
      'spaces:restore': await bench.do('spaces:restore', room),
      'spaces:export_plan': await bench.do('spaces:export_plan', site),
      'spaces:import_plan': await bench.do('spaces:import_plan', null, { document }),
    };
    expect(results).toMatchObject({
      'spaces:locate': { places: [{ location: rack.id, qty: 5 }] },
      'spaces:suggest_bin': { candidates: expect.arrayContaining([expect.objectContaining({ location: rack.id })]) },
      'spaces:generate': { created: 3 },
      'spaces:print_label': { labels: 4 },
      'spaces:print_labels': { labels: 1 },
      'spaces:move_contents': { items: 1 },
      'spaces:export_plan': { document: { site: { name: 'Works' } } },
      'spaces:import_plan': { created: [{ path: 'Attic' }] },
    });
    const declared = BUILT_IN_MODULES.find(({ name }) => name === 'spaces')?.actions ?? [];
    expect(Object.keys(results).toSorted()).toEqual(declared.map(({ id }) => id).toSorted());
  });
});

/** Number of successes when the action is run twice at the same time. */
async function bothAtOnce(action: string, target: Target, inputs: readonly object[]): Promise<number> {
  const answers = await Promise.all(
    inputs.map((input) => bench.run(action, target, input as Record<string, unknown>, {})),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  return statuses.filter((status) => status === 200).length;
}

describe('two concurrent requests for the same stock or order succeed once', () => {
  const stocked = async (qty: number, fields: object = {}) => {
    const part = await bench.add('inventory:part', { name: 'Bolt' });
    const item = await bench.add('inventory:stock_item', { part: part.id, qty, ...fields });
    return { part, item };
  };
  const onHand = async (part: ApiRecord) => (await bench.readFields(part))['on_hand'];

  it('for the components of a build', async () => {
    for (const action of ['inventory:scrap_output', 'inventory:consume_build']) {
      const { part } = await stocked(10);
      const box = await bench.add('inventory:part', { name: 'Box', is_assembly: true });
      await bench.add('inventory:bom_line', { assembly: box.id, component: part.id, qty_per: 10 });
      const build = await bench.add('inventory:build', { assembly: box.id, qty: 1 });
      await bench.do('inventory:issue_build', build);
      expect([action, await bothAtOnce(action, build, [{ qty: 1 }, { qty: 1 }])]).toEqual([action, 1]);
      expect([action, await onHand(part)]).toEqual([action, 0]);
    }
  });

  it('for the rest of a reservation', async () => {
    const { part } = await stocked(10);
    const task = await bench.add('projects:task', { title: 'Task' });
    const { reservation } = await bench.do('inventory:reserve', part, { qty: 3, for: ref(task.kind, task.id) });
    const target = ref('inventory:reservation', reservation);
    expect(await bothAtOnce('inventory:release', target, [{ qty: 2 }, { qty: 2 }])).toBe(1);
    expect(await bench.readFields(part)).toMatchObject({ reserved: 1, available: 9 });
  });

  it('for a stock item that is merged, numbered, reset or removed', async () => {
    const { part, item } = await stocked(4);
    const other = await bench.add('inventory:stock_item', { part: part.id, qty: 3 });
    const third = await bench.add('inventory:stock_item', { part: part.id, qty: 2 });
    const into = [item, third].map((target) => bench.run('inventory:merge', target, { items: [other.id] }, {}));
    expect((await Promise.all(into)).map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await onHand(part)).toBe(9);
    const range = { start: 'N-1', count: 2 };
    expect(await bothAtOnce('inventory:serialize', third, [range, range])).toBe(1);
    const { part: glue, item: tube } = await stocked(5);
    const lost = { status: 'lost', qty: 3 };
    expect(await bothAtOnce('inventory:set_status', tube, [lost, lost])).toBe(1);
    expect(await onHand(glue)).toBe(2);
    const { item: child } = await stocked(1, { serial: 'C' });
    const { item: machine } = await stocked(1, { serial: 'M' });
    await bench.do('inventory:install', child, { into: machine.id });
    const bin = await bench.add('spaces:location', { name: 'Bin' });
    const out = { location: bin.id };
    expect(await bothAtOnce('inventory:uninstall', child, [out, out])).toBe(1);
  });

  it('for the reversal of a movement, and for the rest of an item', async () => {
    const { part, item } = await stocked(10);
    const spool = await bench.add('inventory:stock_item', { part: part.id, qty: 10, lot: 'B' });
    const { movements } = await bench.do('inventory:use', item, { qty: 4 });
    const [{ id } = { id: '' }] = movements as { id: string }[];
    const to = { to_stock_item: spool.id };
    expect(await bothAtOnce('inventory:transfer_usage', ref('inventory:movement', id), [to, to])).toBe(1);
    expect([(await bench.readFields(item))['qty'], (await bench.readFields(spool))['qty']]).toEqual([10, 6]);
    await bothAtOnce('inventory:use_up', part, [{}, {}]);
    expect(await onHand(part)).toBe(0);
    expect((await bench.list('inventory:movement', `part == "${part.id}" && type == "use"`)).length).toBe(4);
  });

  it('for the rest of an order, a request and a low part', async () => {
    const supplier = await bench.add('purchases:supplier', { name: 'Acme', currency: 'EUR' });
    const { part } = await stocked(1);
    const order = await bench.add('purchases:order', { supplier: supplier.id });
    const line = await bench.add('purchases:order_item', { order: order.id, part: part.id, qty: 5 });
    await bench.do('purchases:place', order);
    await bench.do('purchases:receive', order, { lines: [{ order_item: line.id, qty: 1 }] });
    expect(await bothAtOnce('purchases:close_short', order, [{}, {}])).toBe(1);
    expect((await bench.readFields(part))['on_order']).toBe(0);
    const request = await bench.add('purchases:request', { part: part.id, qty: 2 });
    const from = { supplier: supplier.id };
    expect(await bothAtOnce('purchases:order_request', request, [from, from])).toBe(1);
    const low = await bench.add('inventory:part', { name: 'Low', min_stock: 5 });
    await bothAtOnce('purchases:draft_from_low', low, [{}, {}, {}]);
    const lines = await bench.list('purchases:order_item', `part == "${low.id}"`);
    expect(lines.map(({ fields }) => fields['qty'])).toEqual([5]);
  });

  it('for the names in a rack, and the locations of a plan', async () => {
    const rack = await bench.add('spaces:location', { name: 'Rack' });
    const pattern = { pattern: 'B{1-20}' };
    await bothAtOnce('spaces:generate', rack, [pattern, pattern]);
    expect((await bench.list('spaces:location', `parent == "${rack.id}"`)).length).toBe(20);
    const plan = {
      document: {
        format: 'service-floorplan/1',
        site: { name: 'Works' },
        rooms: [{ name: 'Hall', w_mm: 1, d_mm: 1 }],
      },
    };
    await bothAtOnce('spaces:import_plan', null, [plan, plan]);
    expect((await bench.list('spaces:location', 'name in ["Works", "Hall"]')).length).toBe(2);
  });
});
