import type { Fields } from '@cubit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startShippedServer } from '@cubit/testing/shipped';
import { BUILT_IN_MODULES } from '../built-in-modules.js';
import { type ApiRecord, type ChainBench, type Chains, chainsOn } from './start-chains.js';

type Target = Pick<ApiRecord, 'id' | 'kind'> | null;

interface Undo {
  readonly action: string;
  readonly record: Target;
  readonly input: Fields;
}

/** An action on records of its own. */
interface Case {
  readonly action: string;
  readonly about?: string;
  prepare(bench: ChainBench): Promise<{ readonly record: Target; readonly input?: Fields }>;
}

let chains: Chains;
let bench: ChainBench;
let ownerId: string;
beforeAll(async () => {
  chains = chainsOn(await startShippedServer());
});
// A workspace of its own for each test, so that all of it can be compared.
beforeEach(async () => {
  bench = await chains.bench();
  ownerId = (await bench.client.get<{ id: string }>('/api/v1/me')).body.id;
});
afterAll(() => chains.close());

let number = 0;
const named = (text: string) => `${text} ${(number += 1)}`;
const part = (fields: Fields = {}) => bench.add('inventory:part', { name: named('Part'), ...fields });
const place = (fields: Fields = {}) => bench.add('spaces:location', { name: named('Place'), type: 'room', ...fields });
const item = async (fields: Fields = {}) =>
  bench.add('inventory:stock_item', { part: (await part()).id, qty: 10, ...fields });
const task = (fields: Fields = {}) => bench.add('projects:task', { title: named('Task'), ...fields });
const project = (fields: Fields = {}) => bench.add('projects:project', { name: named('Project'), ...fields });
const machine = () => bench.add('digifab:machine', { name: named('Printer') });
const job = () => bench.add('digifab:job', { title: named('Job') });
const build = async () => {
  const [assembly, component] = [await part(), await part()];
  await bench.add('inventory:bom_line', { assembly: assembly.id, component: component.id, qty_per: 2 });
  await bench.add('inventory:stock_item', { part: component.id, qty: 100 });
  return bench.add('inventory:build', { assembly: assembly.id, qty: 5 });
};
const order = async () => {
  const supplier = await bench.add('purchases:supplier', { name: named('Supplier') });
  const record = await bench.add('purchases:order', { supplier: supplier.id });
  await bench.add('purchases:order_item', { order: record.id, part: (await part()).id, qty: 4 });
  await bench.do('purchases:place', record);
  return record;
};

const CASES: readonly Case[] = [
  {
    action: 'purchases:receive',
    async prepare() {
      const record = await order();
      const [line] = await bench.list('purchases:order_item', `order == "${record.id}"`);
      return { record, input: { lines: [{ order_item: line!.id, qty: 3 }] } };
    },
  },
  { action: 'purchases:mark_arrived', prepare: async () => ({ record: await order() }) },
  { action: 'purchases:hold', prepare: async () => ({ record: await order() }) },
  {
    action: 'purchases:resume',
    async prepare() {
      const record = await order();
      await bench.do('purchases:hold', record);
      return { record };
    },
  },
  { action: 'projects:assign', prepare: async () => ({ record: await task(), input: { users: [ownerId] } }) },
  {
    action: 'projects:unassign',
    prepare: async () => ({ record: await task({ assignees: [ownerId] }), input: { users: [ownerId] } }),
  },
  { action: 'projects:complete', prepare: async () => ({ record: await task({ status: 'in_progress' }) }) },
  {
    action: 'projects:complete',
    about: 'with a comment',
    async prepare() {
      const record = await task();
      await bench.do('projects:comment', record, { body: 'Before' });
      return { record, input: { comment: 'Done', force: true } };
    },
  },
  {
    action: 'projects:complete',
    about: 'a task of a project',
    async prepare() {
      const record = await project({ status: 'active' });
      const [first] = [await task({ project: record.id }), await task({ project: record.id })];
      return { record: first };
    },
  },
  {
    action: 'projects:reopen',
    about: 'a recurring task',
    async prepare() {
      const record = await task({ due_at: '2030-01-02T03:04:05.000Z', recurrence: 'FREQ=WEEKLY' });
      await bench.do('projects:complete', record);
      return { record };
    },
  },
  { action: 'projects:cancel', prepare: async () => ({ record: await task({ status: 'backlog' }) }) },
  {
    action: 'projects:reopen',
    about: 'a done task',
    prepare: async () => ({ record: await task({ status: 'done' }) }),
  },
  {
    action: 'projects:reopen',
    about: 'a cancelled task',
    prepare: async () => ({ record: await task({ status: 'cancelled' }) }),
  },
  {
    action: 'projects:set_due',
    prepare: async () => ({ record: await task({ due_at: '2030-01-02T03:04:05.000Z' }), input: { in_days: 3 } }),
  },
  {
    action: 'projects:add_dependency',
    prepare: async () => ({ record: await task(), input: { needs_task: (await task()).id } }),
  },
  {
    action: 'projects:remove_dependency',
    async prepare() {
      const waiting = await task();
      const { dependency } = await bench.do('projects:add_dependency', waiting, {
        needs_task: (await task()).id,
        note: 'First',
      });
      return { record: waiting, input: { dependency } };
    },
  },
  ...(['projects:complete', 'projects:cancel'] as const).map((action) => ({
    action,
    about: 'a task that others and stock wait for',
    async prepare() {
      const [record, waiting] = [await task({ status: 'in_progress' }), await task()];
      await bench.do('projects:add_dependency', waiting, { needs_task: record.id });
      const stock = await item({ part: (await part({ min_stock: 8 })).id });
      await bench.do('inventory:reserve', stock, { qty: 2, for: forTask(record) });
      const { reservation } = await bench.do('inventory:reserve', ofPart(stock), { qty: 3, for: forTask(record) });
      await bench.do(
        'inventory:consume_reservation',
        { kind: 'inventory:reservation', id: String(reservation) },
        { qty: 1 },
      );
      const over = await bench.do('inventory:reserve', stock, { qty: 1, for: forTask(record) });
      await bench.do('inventory:release', { kind: 'inventory:reservation', id: String(over['reservation']) });
      return { record };
    },
  })),
  {
    action: 'projects:complete_project',
    about: 'that stock waits for',
    async prepare() {
      const record = await project({ status: 'active' });
      await bench.do('inventory:reserve', await item(), { qty: 2, for: { kind: record.kind, id: record.id } });
      return { record };
    },
  },
  { action: 'projects:complete_project', prepare: async () => ({ record: await project({ status: 'active' }) }) },
  { action: 'projects:hold_project', prepare: async () => ({ record: await project({ status: 'active' }) }) },
  {
    action: 'digifab:queue',
    async prepare() {
      const file = await bench.add('digifab:file', { name: named('bracket'), format: 'gcode' });
      return { record: file };
    },
  },
  {
    action: 'digifab:retry',
    async prepare() {
      const record = await job();
      await bench.do('digifab:cancel', record);
      return { record };
    },
  },
  {
    action: 'projects:activate_project',
    async prepare() {
      const record = await project({ status: 'active' });
      await bench.do('projects:hold_project', record);
      return { record };
    },
  },
  { action: 'digifab:pause', prepare: async () => ({ record: await printing() }) },
  {
    action: 'digifab:resume',
    async prepare() {
      const record = await printing();
      await bench.do('digifab:pause', record);
      return { record };
    },
  },
  { action: 'digifab:set_maintenance', prepare: async () => ({ record: await machine(), input: { on: true } }) },
  { action: 'inventory:add', prepare: async () => ({ record: await item(), input: { qty: 5 } }) },
  {
    action: 'inventory:add',
    about: 'to a part without stock',
    prepare: async () => ({ record: await part(), input: { qty: 5 } }),
  },
  {
    action: 'inventory:add',
    about: 'that ends a shortage, with a serial number',
    async prepare() {
      const stock = await item({ part: (await part({ min_stock: 11 })).id });
      return { record: ofPart(stock), input: { qty: 1, serials: ['S-1'] } };
    },
  },
  { action: 'inventory:adjust', prepare: async () => ({ record: await item(), input: { delta: -2 } }) },
  {
    action: 'inventory:adjust',
    about: 'of a part without stock',
    prepare: async () => ({ record: await part(), input: { delta: 2 } }),
  },
  {
    action: 'inventory:set',
    about: 'of a part without stock',
    prepare: async () => ({ record: await part(), input: { qty: 3 } }),
  },
  {
    action: 'inventory:use',
    about: 'of a part, down to its minimum',
    async prepare() {
      const stock = await item({ part: (await part({ min_stock: 8 })).id });
      return { record: ofPart(stock), input: { qty: 3 } };
    },
  },
  { action: 'inventory:set', prepare: async () => ({ record: await item(), input: { qty: 3 } }) },
  { action: 'inventory:use', prepare: async () => ({ record: await item(), input: { qty: 3 } }) },
  { action: 'inventory:use_one', prepare: async () => ({ record: await item() }) },
  { action: 'inventory:use_up', prepare: async () => ({ record: await item() }) },
  { action: 'inventory:set_status', prepare: async () => ({ record: await item(), input: { status: 'quarantined' } }) },
  {
    action: 'inventory:move',
    prepare: async () => ({
      record: await item({ location: (await place()).id }),
      input: { to_location: (await place()).id },
    }),
  },
  {
    action: 'inventory:move',
    about: 'of a part',
    async prepare() {
      const stock = await item({ location: (await place()).id });
      return {
        record: { kind: 'inventory:part', id: String(stock.fields['part']) },
        input: { to_location: (await place()).id },
      };
    },
  },
  {
    action: 'inventory:lend',
    prepare: async () => ({ record: await item({ location: (await place()).id }), input: { holder: 'Ada' } }),
  },
  {
    action: 'inventory:lend',
    about: 'a share of a stock item',
    prepare: async () => ({
      record: await item({ location: (await place()).id, unit_cost: { amount: '0.35', currency: 'EUR' } }),
      input: { holder: 'Ada', qty: 3 },
    }),
  },
  {
    action: 'inventory:lend',
    about: 'a share of a part',
    prepare: async () => ({ record: ofPart(await item()), input: { holder: 'Ada', qty: 3 } }),
  },
  {
    action: 'inventory:extend_loan',
    async prepare() {
      const { loans } = await bench.do('inventory:lend', await item(), {
        holder: 'Ada',
        due: '2030-01-02T00:00:00.000Z',
      });
      return {
        record: { kind: 'inventory:loan', id: (loans as string[])[0]! },
        input: { due: '2031-01-02T00:00:00.000Z' },
      };
    },
  },
  { action: 'inventory:split', prepare: async () => ({ record: await item(), input: { qty: 4 } }) },
  {
    action: 'inventory:install',
    prepare: async () => ({
      record: await item({ location: (await place()).id, qty: 1 }),
      input: { into: (await item({ qty: 1 })).id },
    }),
  },
  {
    action: 'inventory:uninstall',
    async prepare() {
      const stock = await item({ location: (await place()).id, qty: 1 });
      await bench.do('inventory:install', stock, { into: (await item({ qty: 1 })).id });
      return { record: stock, input: { location: (await place()).id } };
    },
  },
  { action: 'inventory:hold_build', prepare: async () => ({ record: await build() }) },
  {
    action: 'inventory:issue_build',
    async prepare() {
      const record = await build();
      await bench.do('inventory:issue_build', record);
      await bench.do('inventory:hold_build', record);
      return { record };
    },
  },
  {
    action: 'inventory:complete_output',
    about: 'the first of a build',
    async prepare() {
      const record = await build();
      await bench.do('inventory:issue_build', record);
      return { record, input: { qty: 2 } };
    },
  },
  {
    action: 'inventory:complete_output',
    about: 'all of a build',
    async prepare() {
      const record = await build();
      await bench.do('inventory:issue_build', record);
      return { record };
    },
  },
  {
    action: 'inventory:complete_output',
    async prepare() {
      const record = await build();
      await bench.do('inventory:issue_build', record);
      await bench.do('inventory:complete_output', record, { qty: 1 });
      return { record, input: { qty: 2 } };
    },
  },
  {
    action: 'inventory:reserve',
    prepare: async () => ({ record: await item(), input: { qty: 2, for: forTask(await task()) } }),
  },
  {
    action: 'inventory:release',
    async prepare() {
      const { reservation } = await bench.do('inventory:reserve', await item(), { qty: 2, for: forTask(await task()) });
      return { record: { kind: 'inventory:reservation', id: String(reservation) } };
    },
  },
  {
    action: 'inventory:release',
    about: 'a share',
    async prepare() {
      const { reservation } = await bench.do('inventory:reserve', ofPart(await item()), {
        qty: 5,
        for: forTask(await task()),
        needed_by: '2030-01-02',
      });
      return { record: { kind: 'inventory:reservation', id: String(reservation) }, input: { qty: 2 } };
    },
  },
  {
    action: 'inventory:release',
    about: 'a share in another unit',
    async prepare() {
      const sugar = await part({ unit: 'lb' });
      await bench.do('inventory:add', sugar, { qty: 1, unit: 'kg' });
      const kept = { qty: 1, unit: 'kg', for: forTask(await task()) };
      const { reservation } = await bench.do('inventory:reserve', sugar, kept);
      return { record: { kind: 'inventory:reservation', id: String(reservation) }, input: { qty: 250, unit: 'g' } };
    },
  },
  {
    action: 'inventory:release',
    about: 'the rest',
    async prepare() {
      const stock = await item();
      const { reservation } = await bench.do('inventory:reserve', stock, { qty: 5, for: forTask(await task()) });
      const record = { kind: 'inventory:reservation', id: String(reservation) };
      await bench.do('inventory:consume_reservation', record, { qty: 2 });
      return { record };
    },
  },
  {
    action: 'devices:link',
    prepare: async () => ({ record: (await bridge()).device, input: await weighing() }),
  },
  {
    action: 'devices:link',
    about: 'to something else',
    async prepare() {
      const { device } = await bridge();
      await bench.do('devices:link', device, await weighing());
      return { record: device, input: await weighing() };
    },
  },
  {
    action: 'devices:unlink',
    async prepare() {
      const { device } = await bridge();
      await bench.do('devices:link', device, await weighing());
      return { record: device };
    },
  },
  { action: 'devices:rename', prepare: async () => ({ record: (await bridge()).device, input: { name: 'Scale' } }) },
  {
    action: 'devices:rename',
    about: 'a bridge',
    prepare: async () => ({ record: (await bridge()).record, input: { name: 'Yard' } }),
  },
  {
    action: 'devices:run_command',
    prepare: async () => ({ record: (await bridge()).device, input: { command: 'beep' } }),
  },
  {
    action: 'spaces:move',
    prepare: async () => ({
      record: await place({ parent: (await place()).id }),
      input: { parent: (await place()).id },
    }),
  },
  {
    action: 'spaces:move',
    about: 'from the top',
    prepare: async () => ({ record: await place(), input: { parent: (await place()).id } }),
  },
  { action: 'spaces:archive', prepare: async () => ({ record: await place() }) },
  {
    action: 'spaces:restore',
    async prepare() {
      const record = await place();
      await bench.do('spaces:archive', record);
      return { record };
    },
  },
];

async function bridge() {
  const { body } = await bench.client.post<{ bridge_id: string; devices: readonly { id: string }[] }>(
    `${bench.path}/modules/devices/edge/register`,
    { name: 'Hall', version: '1', devices: [{ address: 'usb:1', name: 'Scale at the door', type: 'scale' }] },
  );
  return {
    record: { kind: 'devices:bridge', id: body.bridge_id },
    device: { kind: 'devices:device', id: body.devices[0]?.id ?? '' },
  };
}
const weighing = async () => {
  const { kind, id } = await item();
  return { to: { kind, id }, mode: 'set_stock' };
};
const ofPart = ({ fields }: ApiRecord) => ({ kind: 'inventory:part', id: String(fields['part']) });
const forTask = ({ id }: Pick<ApiRecord, 'id'>) => ({ kind: 'projects:task', id });

async function printing(): Promise<ApiRecord> {
  const [record, printer] = [await job(), await machine()];
  await bench.do('digifab:send', record, { machine: printer.id });
  await bench.do('digifab:report', printer, { state: 'printing' });
  return record;
}

/** Times of the last change, and lists of everything that ever happened. */
const VOLATILE = new Set([
  'last_counted_at',
  'completed_at',
  'started_at',
  'start_date',
  'ended_at',
  'updated_at',
  'archived_at',
  'status_changed_at',
  'last_movement_at',
  'outputs',
]);
/** Set as before, but the time is another one. */
const TIMES = new Set(['low_since']);

/** Kinds whose records say what happened. */
const LEDGERS = new Set(['inventory:movement', 'purchases:receipt']);
/** Their undo makes the same record again, with another id. */
const MADE_AGAIN = new Set(['projects:dependency']);

const kinds = BUILT_IN_MODULES.flatMap((module) => (module.kinds ?? []).map(({ id }) => id)).filter(
  (id) => !LEDGERS.has(id),
);

/** Totals of nothing are absent, or an object without members. */
const isEmpty = (value: unknown) => JSON.stringify(value) === '{}';

interface Listed {
  readonly data: readonly { readonly id: string; readonly available: boolean; readonly reason: unknown }[];
}

async function actionsOf({ kind, id }: ApiRecord): Promise<Fields> {
  const path = `${bench.path}/modules/${kind.replace(':', '/records/')}/${id}/actions`;
  const { status, body, text } = await bench.client.get<Listed>(path);
  if (status !== 200) throw new Error(text);
  return Object.fromEntries(body.data.map((action) => [action.id, action.available ? true : action.reason]));
}

async function stateOf(record: ApiRecord): Promise<readonly [key: string, state: Fields]> {
  const entries = Object.entries(record.fields).filter(([name, value]) => !VOLATILE.has(name) && !isEmpty(value));
  const fields = Object.fromEntries(entries.map(([name, value]) => [name, TIMES.has(name) ? 'set' : value]));
  if (MADE_AGAIN.has(record.kind)) return [`${record.kind} ${JSON.stringify(fields)}`, {}];
  return [`${record.kind}/${record.id}`, { title: record.title, fields, actions: await actionsOf(record) }];
}

/** All records of the workspace: their fields, and what each of their actions says. */
async function snapshot(): Promise<Fields> {
  const lists = await Promise.all(kinds.map((kind) => bench.list(kind, 'version > 0')));
  return Object.fromEntries(await Promise.all(lists.flat().map(stateOf)));
}

describe('the undo of an action', () => {
  it.each(CASES.map((entry) => ({ ...entry, title: [entry.action, entry.about ?? ''].join(' ').trim() })))(
    '$title restores the workspace',
    async ({ action, prepare }) => {
      const { record, input = {} } = await prepare(bench);
      const before = await snapshot();
      const { status, body, text } = await bench.run(action, record, input);
      if (status !== 200) throw new Error(text);
      const undo = body['undo'] as Undo | null;
      if (!undo) throw new Error(`There is no undo: ${text}`);
      await bench.do(undo.action, undo.record as ApiRecord | null, undo.input);
      expect(await snapshot()).toEqual(before);
    },
  );

  it('is tried for every action that declares one', () => {
    const actions = BUILT_IN_MODULES.flatMap((module) => module.actions ?? []);
    const declared = actions.filter(({ undo }) => undo).map(({ id }) => id);
    const tried = new Set(CASES.map(({ action }) => action));
    expect(declared.filter((id) => !tried.has(id))).toEqual([]);
  });

  it('restores what the last end of a task released, and nothing of an earlier end', async () => {
    const [record, stock] = [await task(), await item()];
    const reserve = (qty: number) => bench.do('inventory:reserve', stock, { qty, for: forTask(record) });
    const reserved = async () => (await bench.readFields(ofPart(stock)))['reserved'];
    await reserve(1);
    await bench.do('projects:complete', record);
    await bench.do('projects:reopen', record);
    expect(await reserved()).toBe(0);
    await reserve(2);
    const { body } = await bench.run('projects:complete', record);
    const undo = body['undo'] as Undo;
    expect(await reserved()).toBe(0);
    await bench.do(undo.action, undo.record as ApiRecord, undo.input);
    expect(await reserved()).toBe(2);
  });

  it('is null where no single action restores the records', async () => {
    const done = await task({ status: 'done' });
    const lent = await bench.run('inventory:lend', await item(), { holder: 'Ada' });
    const [loan] = lent.body.result['loans'] as string[];
    const iron = await item({ part: (await part({ unit: 'kg' })).id, qty: 2, location: (await place()).id });
    const cases: readonly [string, Target, Fields][] = [
      ['inventory:move', iron, { to_location: (await place()).id, qty: 2, unit: 'g' }],
      ['inventory:return', { kind: 'inventory:loan', id: loan! }, {}],
      ['projects:comment', done, { body: 'A comment' }],
      ['inventory:issue_build', await build(), {}],
      ['projects:assign', await task({ assignees: [ownerId] }), { users: [ownerId] }],
    ];
    for (const [action, record, input] of cases) {
      const { status, body, text } = await bench.run(action, record, input);
      expect({ action, status, undo: body['undo'], text }).toEqual({ action, status: 200, undo: null, text });
    }
  });
});
