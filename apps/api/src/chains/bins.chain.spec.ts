import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startShippedServer } from '@cubit/testing/shipped';
import { chainsOn, type ChainBench, type Chains, type ApiRecord } from './start-chains.js';

let chains: Chains;
let bench: ChainBench;
let site: ApiRecord;
let rack: ApiRecord;
let other: ApiRecord;
let bolt: ApiRecord;
let nut: ApiRecord;
const bins = new Map<string, ApiRecord>();
beforeAll(async () => {
  chains = chainsOn(await startShippedServer());
});
afterAll(() => chains.close());
beforeEach(async () => {
  bench = await chains.bench();
  site = await place('Works', 'site');
  rack = await place('Rack', 'container', site);
  other = await place('Yard', 'zone', site);
  for (const [name, parent] of [
    ['A', rack],
    ['B', rack],
    ['Far', other],
  ] as const)
    bins.set(name, await place(name, 'bin', parent));
  bolt = await bench.add('inventory:part', { name: 'Bolt' });
  nut = await bench.add('inventory:part', { name: 'Nut' });
});

const place = (name: string, type: string, parent?: ApiRecord, fields: object = {}) =>
  bench.add('spaces:location', { name, type, ...(parent ? { parent: parent.id } : {}), ...fields });
const bin = (name: string) => bins.get(name) as ApiRecord;
const stock = (part: ApiRecord, location: ApiRecord, fields: object = {}) =>
  bench.add('inventory:stock_item', { part: part.id, location: location.id, qty: 10, ...fields });
async function suggested(part: ApiRecord, input: object = {}) {
  const { candidates } = (await bench.do('spaces:suggest_bin', part, { ...input })) as {
    candidates: readonly { path: string; reason: string; qty: number }[];
  };
  return candidates.map(({ path, reason, qty }) => `${path}: ${reason} ${qty}`);
}

describe('suggesting a bin', () => {
  it('returns bins with the part first, then empty ones from near to far', async () => {
    await stock(bolt, bin('B'));
    expect(await suggested(bolt)).toEqual([
      'Works / Rack / B: same_part 10',
      'Works / Rack / A: empty 0',
      'Works / Yard / Far: empty 0',
    ]);
    await stock(nut, bin('Far'));
    expect(await suggested(nut)).toEqual(['Works / Yard / Far: same_part 10', 'Works / Rack / A: empty 0']);
  });

  it('starts at the default location of a part without stock', async () => {
    const part = await bench.add('inventory:part', { name: 'Washer', default_location: bin('Far').id });
    expect((await suggested(part))[0]).toBe('Works / Yard / Far: empty 0');
  });

  it('considers the purpose and the capacity of a bin, and whether it is archived', async () => {
    await bench.do('spaces:archive', bin('A'));
    const small = await place('Small', 'bin', rack, { capacity_items: 2 });
    await place('Not for stock', 'bin', rack, { holds_stock: false });
    const numbered = await bench.add('inventory:part', { name: 'Meter', tracking: 'serial' });
    expect(await suggested(numbered, { qty: 2, under: rack.id })).toEqual([
      'Works / Rack / B: empty 0',
      'Works / Rack / Small: empty 0',
    ]);
    expect(await suggested(numbered, { qty: 3, under: rack.id })).toEqual(['Works / Rack / B: empty 0']);
    await stock(numbered, small, { qty: 1, serial: 'S-1' });
    expect(await suggested(numbered, { qty: 1, under: rack.id })).toContain('Works / Rack / Small: same_part 1');
    expect(await suggested(numbered, { qty: 2, under: rack.id })).toEqual(['Works / Rack / B: empty 0']);
  });

  it('searches only the given location, and answers 409 if it has no bin', async () => {
    expect(await suggested(bolt, { under: other.id })).toEqual(['Works / Yard / Far: empty 0']);
    await stock(nut, bin('Far'));
    const full = await bench.run('spaces:suggest_bin', bolt, { under: other.id });
    expect(full).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', details: [{ path: '/input/under', code: 'no_bin' }] } },
    });
    const unknown = await bench.run('spaces:suggest_bin', bolt, { under: bolt.id });
    expect(unknown).toMatchObject({ status: 422, body: { error: { details: [{ path: '/input/under' }] } } });
    for (const name of ['A', 'B']) await stock(nut, bin(name));
    const everywhere = await bench.run('spaces:suggest_bin', bolt);
    expect(everywhere).toMatchObject({ status: 409, body: { error: { details: [{ path: '/record' }] } } });
  });
});
