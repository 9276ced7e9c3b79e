import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestServer, type Fields, type TestServer } from '@cubit/testing';
import { inventory } from '../fixtures/inventory.module.js';
import { Site } from '../fixtures/site.js';
import { spaces } from '../spaces.module.js';

let server: TestServer;
let site: Site;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory] });
});
beforeEach(async () => {
  const workspace = await server.workspace();
  site = new Site(server.as(await workspace.member()), workspace.path);
});
afterAll(() => server.close());

type Placed = Awaited<ReturnType<Site['addLocation']>>;
const addPart = (fields: Fields = {}) => site.add<Placed>('inventory:part', { name: 'Bolt', ...fields });
const stock = (part: Placed, location: Placed, fields: Fields = {}) =>
  site.add('inventory:stock_item', { part: part.id, location: location.id, qty: 5, ...fields });
const suggested = async (part: Placed, input: Fields = {}) => {
  const { candidates } = await site.resultOf<{
    readonly candidates: readonly { readonly path: string; readonly reason: string; readonly qty: number }[];
  }>('suggest_bin', part, input);
  return candidates.map(({ path, reason, qty }) => `${path}: ${reason} ${qty}`);
};

describe('suggesting a bin', () => {
  it('names the bins that hold the part, the fullest first, and then the nearest empty ones', async () => {
    const [rack, yard] = [await site.addLocation('Rack'), await site.addLocation('Yard')];
    const [full, some] = [await site.addLocation('Full', rack), await site.addLocation('Some', yard)];
    await site.addLocation('Next', rack);
    await site.addLocation('Far', yard);
    const part = await addPart();
    await stock(part, full, { qty: 9 });
    await stock(part, some, { qty: 2 });
    expect(await suggested(part)).toEqual([
      'Rack / Full: same_part 9',
      'Yard / Some: same_part 2',
      'Rack / Next: empty 0',
      'Yard / Far: empty 0',
    ]);
    expect(await suggested(part, { under: yard.id })).toEqual(['Yard / Some: same_part 2', 'Yard / Far: empty 0']);
  });

  it('is refused if no bin has room', async () => {
    const rack = await site.addLocation('Rack');
    const bin = await site.addLocation('Bin', rack, { capacity_items: 2 });
    const part = await addPart({ tracking: 'serial' });
    expect(await suggested(part, { qty: 2 })).toEqual(['Rack / Bin: empty 0']);
    const noBin = (path: string) => ({ status: 409, code: 'conflict', details: [`${path} no_bin`] });
    expect(await site.refusalOf('suggest_bin', part, { qty: 3 })).toEqual(noBin('/record'));
    expect(await site.refusalOf('suggest_bin', part, { qty: 3, under: rack.id })).toEqual(noBin('/input/under'));
    await site.do('archive', bin);
    expect(await site.refusalOf('suggest_bin', part, { qty: 1 })).toEqual(noBin('/record'));
  });

  it('is refused below a location that does not exist, and for no quantity', async () => {
    const part = await addPart();
    const invalid = (detail: string) => ({ status: 422, code: 'validation_failed', details: [detail] });
    expect(await site.refusalOf('suggest_bin', part, { under: part.id })).toEqual(
      invalid('/input/under unknown_reference'),
    );
    expect(await site.refusalOf('suggest_bin', part, { qty: 0 })).toEqual(invalid('/input/qty too_small'));
  });
});
