import { afterAll, beforeAll, expect, describe, it } from '@jest/globals';
import { startShippedServer } from '@cubit/testing/shipped';
import { chainsOn, type ChainBench, type Chains, type ApiRecord } from './start-chains.js';

let chains: Chains;
let bench: ChainBench;
beforeAll(async () => {
  chains = chainsOn(await startShippedServer());
  bench = await chains.bench();
});
afterAll(() => chains.close());

async function shortOf(): Promise<ApiRecord> {
  return bench.add('inventory:part', { name: 'Bolt', min_stock: 5 });
}
const refill = (part: ApiRecord) => bench.do('inventory:add', part, { qty: 10 });

describe('the wire that unblocks tasks that need a part', () => {
  it('creates no run for parts that no task needs', async () => {
    const wire = await bench.wire('projects', 'satisfy_on_first_stock');
    const part = await shortOf();
    await refill(part);
    expect(await bench.loggedEvents(part, 'inventory.part.stocked')).toHaveLength(1);
    expect(await bench.loggedEvents(part, 'inventory.stock.recovered')).toEqual([]);
    expect(await bench.runs(wire)).toEqual([]);
  });

  it('creates one run for a part that a task needs, and none after the task is unblocked', async () => {
    const wires = [
      await bench.wire('projects', 'satisfy_on_first_stock'),
      await bench.wire('projects', 'satisfy_on_stock'),
    ];
    const runs = async () => (await Promise.all(wires.map((wire) => bench.runs(wire)))).flat().length;
    const before = await runs();
    const part = await shortOf();
    const task = await bench.add('projects:task', { title: 'Build it' });
    await bench.do('projects:add_dependency', task, {
      needs: { kind: part.kind, id: part.id },
      condition: { field: 'available', op: '>=', value: 5 },
    });
    expect(await bench.readFields(task)).toMatchObject({ blocked: true });
    await refill(part);
    expect(await bench.readFields(task)).toMatchObject({ blocked: false });
    await bench.do('inventory:use', part, { qty: 8 });
    await refill(part);
    expect(await bench.loggedEvents(part, 'inventory.stock.recovered')).toHaveLength(1);
    expect(await runs()).toBe(before + 1);
  });

  it('always creates a run if tracing is on', async () => {
    const wire = await bench.wire('projects', 'satisfy_on_first_stock');
    const before = (await bench.runs(wire)).length;
    const { status } = await bench.client.patch(`${bench.path}/wires/${wire.id}`, { trace: true });
    expect(status).toBe(200);
    await refill(await shortOf());
    expect(await bench.runs(wire)).toHaveLength(before + 1);
  });
});

describe('stock that is reserved for a task or a project', () => {
  it('is released when the record ends, less what was used for it', async () => {
    const part = await shortOf();
    await refill(part);
    const project = await bench.add('projects:project', { name: 'Shed' });
    const task = await bench.add('projects:task', { title: 'Build it', project: project.id });
    const purpose = ({ kind, id }: ApiRecord) => ({ for: { kind, id } });
    await bench.do('inventory:reserve', part, { qty: 4, ...purpose(task) });
    await bench.do('inventory:reserve', part, { qty: 6, ...purpose(project) });
    await bench.do('inventory:use', part, { qty: 1, ...purpose(task) });
    expect(await bench.readFields(part)).toMatchObject({ on_hand: 9, reserved: 9, available: 0 });
    await bench.do('projects:complete', task);
    expect(await bench.readFields(part)).toMatchObject({ on_hand: 9, reserved: 6, available: 3 });
    await bench.do('projects:cancel_project', project);
    expect(await bench.readFields(part)).toMatchObject({ reserved: 0, available: 9 });
  });
});
