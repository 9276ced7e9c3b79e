import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startShippedServer } from '@cubit/testing/shipped';
import { chainsOn, type ChainBench, type Chains, type ApiRecord } from './start-chains.js';

let chains: Chains;
let bench: ChainBench;
beforeAll(async () => {
  chains = chainsOn(await startShippedServer());
});
afterAll(() => chains.close());
beforeEach(async () => {
  bench = await chains.bench();
});

interface Setting {
  readonly filament: ApiRecord;
  readonly spool: ApiRecord;
  readonly other: ApiRecord;
  readonly machine: ApiRecord;
  readonly job: ApiRecord;
}

/** Two spools of a filament, one of them on the machine, and a job of 37.2 g that is assigned to the machine. */
async function setUp(fields: Readonly<Record<string, unknown>> = {}): Promise<Setting> {
  const material = { material: 'PLA', density_g_cm3: 1.24, diameter_mm: 1.75 };
  const filament = await bench.add('inventory:part', { name: 'PLA black', unit: 'g', material });
  const other = await bench.add('inventory:stock_item', { part: filament.id, qty: 750 });
  const spool = await bench.add('inventory:stock_item', {
    part: filament.id,
    qty: 1_000,
    unit_cost: { amount: '0.0200', currency: 'EUR' },
  });
  const machine = await bench.add('digifab:machine', { name: 'MK4 left', model: 'MK4S', nozzle_mm: 0.4 });
  await bench.do('digifab:load_material', machine, { slot: 1, stock_item: spool.id });
  const job = await bench.add('digifab:job', {
    title: 'Bracket',
    materials: [{ part: filament.id, est_g: 37.2 }],
    ...fields,
  });
  return { filament, spool, other, machine, job };
}

const qtyOf = async (item: ApiRecord) => (await bench.readFields(item))['qty'];
const movements = async (part: ApiRecord) =>
  (await bench.list('inventory:movement', `part == "${part.id}" && type == "print_consume"`)).map(
    ({ fields }) => fields,
  );

describe('a completed print', () => {
  it('uses 37.2 g of the right spool once, however often it is reported', async () => {
    const { filament, spool, other, machine, job } = await setUp();
    expect(await bench.readFields(filament)).toMatchObject({ on_hand: 1_750, reserved: 37.2 });
    await bench.do('digifab:report', machine, { state: 'printing', progress: 0.5 });
    for (let turn = 0; turn < 3; turn += 1) await bench.do('digifab:report', machine, { state: 'completed' });
    await bench.do('digifab:report', job, { state: 'completed' });
    expect([await qtyOf(spool), await qtyOf(other)]).toEqual([962.8, 750]);
    expect(await movements(filament)).toMatchObject([
      {
        qty_delta: -37.2,
        stock_item: spool.id,
        cause: { kind: 'digifab:job', id: job.id },
        cause_key: `digifab:job:${job.id}:1:0`,
        via: 'wire',
      },
    ]);
    expect(await bench.readFields(filament)).toMatchObject({ on_hand: 1_712.8, reserved: 0, available: 1_712.8 });
    expect(await bench.readFields(job)).toMatchObject({
      cost: { amount: '0.7440', currency: 'EUR' },
      materials: [{ used_g: 37.2, posted: true, stock_item: spool.id }],
    });
    expect(await bench.failures()).toEqual([]);
  });

  it('is the only source of its movement type: other causes are a use, and an unknown job is refused', async () => {
    const { filament, spool, job } = await setUp();
    const take = (cause: object) => bench.run('inventory:adjust', spool, { delta: -1, for: cause });
    const [used, forged] = [
      await take({ kind: filament.kind, id: filament.id }),
      await take({ kind: 'digifab:job', id: spool.id }),
    ];
    await bench.do('inventory:adjust', spool, { delta: 1, for: { kind: job.kind, id: job.id } });
    expect([used.status, forged.status]).toEqual([200, 422]);
    expect(JSON.parse(forged.text)).toMatchObject({ error: { details: [{ path: '/input/for' }] } });
    const types = (await bench.list('inventory:movement', `part == "${filament.id}"`)).map(({ fields }) => fields);
    expect(types.map(({ type, qty_delta }) => [type, qty_delta]).slice(-2)).toEqual([
      ['use', -1],
      ['add', 1],
    ]);
  });

  it('uses the quantity that the machine measured, in the unit of the part', async () => {
    const kilos = await bench.add('inventory:part', { name: 'PLA by the kilo', unit: 'kg' });
    const spool = await bench.add('inventory:stock_item', { part: kilos.id, qty: 2 });
    const machine = await bench.add('digifab:machine', { name: 'MK4', loaded: [{ slot: 0, stock_item: spool.id }] });
    await bench.add('digifab:job', { title: 'Vase', materials: [{ stock_item: spool.id, est_g: 100 }] });
    await bench.do('digifab:report', machine, { state: 'printing' });
    await bench.do('digifab:report', machine, { state: 'completed', filament_used_g: 125 });
    expect(await qtyOf(spool)).toBe(1.875);
  });

  it('uses nothing, and creates no run, if no material is known', async () => {
    const machine = await bench.add('digifab:machine', { name: 'Laser', type: 'laser' });
    const job = await bench.add('digifab:job', { title: 'Sign' });
    await bench.do('digifab:report', machine, { state: 'printing' });
    await bench.do('digifab:report', machine, { state: 'completed' });
    expect(await bench.loggedEvents(job, 'digifab.print.completed')).toMatchObject([{ payload: { materials: [] } }]);
    expect(await bench.runs(await bench.wire('digifab', 'use_material_completed'))).toEqual([]);
  });

  it('posts each of several materials separately', async () => {
    const { filament, machine, spool, other, job } = await setUp();
    await bench.do('digifab:cancel', job);
    await bench.do('digifab:load_material', machine, { slot: 2, stock_item: other.id });
    await bench.add('digifab:job', {
      title: 'Two colours',
      materials: [
        { part: filament.id, slot: 1, est_g: 30 },
        { part: filament.id, slot: 2, est_g: 12.5 },
      ],
    });
    await bench.do('digifab:report', machine, { state: 'printing' });
    await bench.do('digifab:report', machine, { state: 'completed' });
    expect([await qtyOf(spool), await qtyOf(other)]).toEqual([970, 737.5]);
    expect((await movements(filament)).length).toBe(2);
    expect(await bench.failures()).toEqual([]);
  });
});

describe('a print that used more than its spool had', () => {
  const printed = async (qty: number, grams: number) => {
    const filament = await bench.add('inventory:part', { name: 'PLA white', unit: 'g' });
    const spool = await bench.add('inventory:stock_item', { part: filament.id, qty });
    const machine = await bench.add('digifab:machine', { name: 'MK4', loaded: [{ slot: 0, stock_item: spool.id }] });
    const job = await bench.add('digifab:job', { title: 'Vase', materials: [{ stock_item: spool.id }] });
    await bench.do('digifab:report', machine, { state: 'printing' });
    await bench.do('digifab:report', machine, { state: 'completed', filament_used_g: grams });
    return { filament, spool, job };
  };

  it('takes what there is, records the rest as a discrepancy, and asks to weigh the spool', async () => {
    const { filament, spool, job } = await printed(20, 25);
    expect(await bench.readFields(spool)).toMatchObject({ qty: 0, status: 'attention' });
    expect(await bench.readFields(filament)).toMatchObject({ on_hand: 0, available: 0 });
    const [movement, ...more] = await movements(filament);
    expect(movement).toMatchObject({ type: 'print_consume', qty_delta: -20, qty_after: 0, over: 5 });
    expect(more).toEqual([]);
    expect(await bench.readFields(job)).toMatchObject({ materials: [{ used_g: 25, posted_g: 20, posted: true }] });
    const { body } = await bench.client.get<{ data: readonly { message: string }[] }>(`${bench.path}/notifications`);
    expect(body.data.map(({ message }) => message)).toContain(
      '5 g more of PLA white were used than recorded: weigh it.',
    );
    expect(await bench.failures()).toEqual([]);
  });

  it('records the whole print as a discrepancy if the spool was empty or lost', async () => {
    const { filament, spool, job } = await printed(0, 12.5);
    expect(await movements(filament)).toMatchObject([{ qty_delta: 0, over: 12.5, stock_item: spool.id }]);
    expect(await bench.readFields(job)).toMatchObject({ materials: [{ used_g: 12.5, posted_g: 0, posted: false }] });
    await bench.do('inventory:adjust', spool, { delta: -1, for: { kind: job.kind, id: job.id } });
    expect((await movements(filament)).map(({ over }) => over)).toEqual([12.5, 1]);
    await bench.do('inventory:add', spool, { qty: 5 });
    await bench.do('inventory:set_status', spool, { status: 'lost' });
    await bench.do('inventory:adjust', spool, { delta: -2, for: { kind: job.kind, id: job.id } });
    expect(await bench.readFields(spool)).toMatchObject({ qty: 5, status: 'lost' });
    expect((await movements(filament)).at(-1)).toMatchObject({ qty_delta: 0, over: 2 });
  });

  it('says on the job that nothing is posted any more once the posting is reversed', async () => {
    const { filament, job } = await printed(30, 25);
    expect(await bench.readFields(job)).toMatchObject({ materials: [{ used_g: 25, posted_g: 25 }] });
    const [use] = await bench.list('inventory:movement', `part == "${filament.id}" && type == "print_consume"`);
    await bench.do('inventory:reverse', use ?? null, { reason: 'Not this spool' });
    expect(await bench.readFields(job)).toMatchObject({ materials: [{ used_g: 25, posted_g: 0, posted: false }] });
  });

  it('is not what a person is about to take, which is refused as before', async () => {
    const { spool } = await printed(20, 15);
    const refused = await bench.run('inventory:use', spool, { qty: 6 });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'insufficient_stock']);
    await bench.do('inventory:use', spool, { qty: 6, happened: true });
    expect(await bench.readFields(spool)).toMatchObject({ qty: 0, status: 'attention' });
  });
});

describe('a failed or cancelled print', () => {
  it('uses the material up to its progress', async () => {
    const { spool, machine } = await setUp({ max_attempts: 2 });
    await bench.do('digifab:report', machine, { state: 'printing' });
    await bench.do('digifab:report', machine, { state: 'failed', progress: 0.5 });
    expect(await qtyOf(spool)).toBe(981.4);
    await bench.do('digifab:clear_bed', machine);
    await bench.do('digifab:report', machine, { state: 'printing' });
    await bench.do('digifab:report', machine, { state: 'cancelled', progress: 0.25 });
    expect(await qtyOf(spool)).toBe(972.1);
  });

  it('uses nothing if it had not started', async () => {
    const { filament, spool, job } = await setUp();
    await bench.do('digifab:cancel', job);
    expect(await qtyOf(spool)).toBe(1_000);
    expect(await bench.readFields(filament)).toMatchObject({ reserved: 0 });
    expect(await movements(filament)).toEqual([]);
  });
});

describe('the outcome of a print', () => {
  async function printed(): Promise<Setting & { readonly bracket: ApiRecord; readonly task: ApiRecord }> {
    const bracket = await bench.add('inventory:part', { name: 'Bracket' });
    const task = await bench.add('projects:task', { title: 'Make brackets' });
    const setting = await setUp({ output: { part: bracket.id, qty: 4 }, task: task.id });
    await bench.do('digifab:report', setting.machine, { state: 'printing' });
    await bench.do('digifab:report', setting.machine, { state: 'completed' });
    return { ...setting, bracket, task };
  }
  const onHand = async (part: ApiRecord) => (await bench.readFields(part))['on_hand'];

  it('good adds the product to stock and completes the task; completion of the print does not', async () => {
    const { bracket, task, job, machine } = await printed();
    expect([await onHand(bracket), (await bench.readFields(task))['status']]).toEqual([0, 'todo']);
    await bench.do('digifab:confirm', job, { outcome: 'good' });
    await bench.do('digifab:confirm', job, { outcome: 'good' });
    expect([await onHand(bracket), (await bench.readFields(task))['status']]).toEqual([4, 'done']);
    expect((await bench.readFields(machine))['needs_clear']).toBe(false);
    expect(await bench.failures()).toEqual([]);
  });

  it('scrapped adds nothing to stock, and leaves the task open and the material used', async () => {
    const { bracket, task, job, spool } = await printed();
    await bench.do('digifab:confirm', job, { outcome: 'scrapped', note: 'Warped' });
    expect([await onHand(bracket), (await bench.readFields(task))['status'], await qtyOf(spool)]).toEqual([
      0,
      'todo',
      962.8,
    ]);
  });

  it('good skips a task that is already completed, and the wire does not fail', async () => {
    const { bracket, task, job } = await printed();
    await bench.do('projects:complete', task);
    await bench.do('digifab:confirm', job, { outcome: 'good' });
    expect([await onHand(bracket), (await bench.readFields(task))['status'], await bench.failures()]).toEqual([
      4,
      'done',
      [],
    ]);
    const [run] = await bench.runs(await bench.wire('projects', 'complete_on_print'));
    expect(run).toMatchObject({ state: 'skipped', error: { code: 'not_available' } });
    await bench.do('projects:reopen', task);
    await bench.do('digifab:confirm', job, { outcome: 'scrapped' });
    expect([await onHand(bracket), (await bench.readFields(task))['status'], await bench.failures()]).toEqual([
      0,
      'todo',
      [],
    ]);
  });

  it('can be changed, and stock and task follow', async () => {
    const { bracket, task, job } = await printed();
    await bench.do('digifab:confirm', job, { outcome: 'good' });
    await bench.do('digifab:confirm', job, { outcome: 'partial', good_qty: 3 });
    expect([await onHand(bracket), (await bench.readFields(task))['status']]).toEqual([3, 'todo']);
    await bench.do('digifab:confirm', job, { outcome: 'good' });
    expect([await onHand(bracket), (await bench.readFields(task))['status']]).toEqual([4, 'done']);
    await bench.do('digifab:confirm', job, { outcome: 'scrapped' });
    expect([await onHand(bracket), (await bench.readFields(task))['status']]).toEqual([0, 'todo']);
    expect(await bench.failures()).toEqual([]);
    const ledger = await bench.list('inventory:movement', `part == "${bracket.id}"`);
    const booked = (type: string) => ledger.filter(({ fields }) => fields['type'] === type);
    const quantities = (type: string) => booked(type).map(({ fields }) => fields['qty_delta']);
    expect(quantities('add')).toEqual([4, 3, 4]);
    expect(quantities('reverse')).toEqual([-4, -3, -4]);
  });
});

describe('the members of a workspace', () => {
  it('are notified with high priority that a print looks like a failure', async () => {
    await bench.client.patch(`${bench.path}/modules/digifab`, { settings: { failure_ignore_first_s: 0 } });
    const { machine, job } = await setUp();
    await bench.do('digifab:report', machine, { state: 'printing' });
    const score = (value: number) => bench.do('digifab:report_failure_score', job, { score: value, source: 'obico' });
    for (const value of [0.9, 0.9, 0.1]) await score(value);
    const bell = async () => {
      const { body } = await bench.client.get<{ data: readonly { event_type: string; priority: string }[] }>(
        `${bench.path}/notifications?limit=200`,
      );
      return body.data.filter(({ priority }) => priority === 'high');
    };
    expect(await bell()).toEqual([]);
    for (const value of [0.9, 0.9, 0.9, 0.9]) await score(value);
    expect(await bell()).toHaveLength(1);
  });

  it('get one task for due maintenance', async () => {
    const machine = await bench.add('digifab:machine', { name: 'MK4' });
    await bench.add('digifab:maintenance', { machine: machine.id, task: 'Grease the rods', every_jobs: 1 });
    await bench.add('digifab:maintenance', { machine: machine.id, task: 'New belt', every_jobs: 3 });
    for (let turn = 0; turn < 2; turn += 1) {
      await bench.add('digifab:job', { title: 'Vase' });
      await bench.do('digifab:report', machine, { state: 'printing' });
      await bench.do('digifab:report', machine, { state: 'completed' });
      await bench.do('digifab:clear_bed', machine);
    }
    const tasks = await bench.list('projects:task', 'title.startsWith("Maintenance")');
    expect(tasks.map(({ fields }) => fields['title'])).toEqual(['Maintenance: Grease the rods']);
  });
});

describe('material for maintenance', () => {
  it('is used from stock once if the last of it is used twice at the same time', async () => {
    const belt = await bench.add('inventory:part', { name: 'Belt' });
    const item = await bench.add('inventory:stock_item', { part: belt.id, qty: 1 });
    const machine = await bench.add('digifab:machine', { name: 'MK4' });
    const tension = await bench.add('digifab:maintenance', { machine: machine.id, task: 'New belt', every_days: 90 });
    const log = () => bench.run('digifab:log_maintenance', tension, { parts_used: [{ part: belt.id, qty: 1 }] });
    const answers = await Promise.all([log(), log()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      error: { code: 'insufficient_stock', details: [{ path: '/input/parts_used/0/qty' }] },
    });
    expect([(await bench.readFields(item))['qty'], (await bench.readFields(tension))['log']]).toMatchObject([0, [{}]]);
  });
});
