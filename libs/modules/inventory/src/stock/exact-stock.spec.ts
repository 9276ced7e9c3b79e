import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SEED, type TestServer } from '@cubit/testing';
import { openStockroom, type Stockroom } from '../fixtures/stockroom.js';
import type { Part } from '../part/part.fields.js';

let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  ({ server, room } = await openStockroom());
});
afterAll(() => server.close());

/** A kilogram of a part that is measured in pounds. */
async function kilogram(): Promise<Part> {
  const part = await room.addPart({ unit: 'lb' });
  await room.do('add', part, { qty: 1, unit: 'kg', unit_cost: { amount: '3.00', currency: 'EUR' } });
  return part;
}

async function expectNothing(part: Part): Promise<void> {
  const { fields } = await room.read(part);
  expect([fields.on_hand, fields.available, fields.reserved]).toEqual([0, 0, 0]);
  expect(fields.exact).toBeUndefined();
  expect(fields.stock_value).toBeUndefined();
  const items = await room.items(part);
  expect(items.map((item) => [item.fields.qty, item.fields.exact_qty])).toEqual(items.map(() => [0, '0']));
}

const GRAMS = { qty: 250, unit: 'g' };
const FOUR = [1, 2, 3, 4];

describe('stock in another unit than its part', () => {
  it('can be taken in parts that add up to it', async () => {
    const part = await kilogram();
    for (const turn of FOUR) {
      await room.do('use', part, GRAMS);
      const left = [1.653467, 1.102311, 0.551156, 0][turn - 1];
      expect(await room.levels(part)).toMatchObject({ onHand: left, available: left });
    }
    await expectNothing(part);
    const ledger = (await room.movements(part)).map(({ fields }) => fields.qty_delta);
    expect(Number(ledger.reduce((sum, delta) => sum + delta, 0).toFixed(6))).toBe(0);
  });

  it('is taken whole by what is shown of it', async () => {
    const part = await kilogram();
    await room.do('use', part, { qty: 2.204623 });
    await expectNothing(part);
    await room.do('add', part, { qty: 500, unit: 'g' });
    const refused = await room.run('use', part, { qty: 1.102312 });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'insufficient_stock']);
    await room.do('adjust', part, { delta: -1.102311 });
    await expectNothing(part);
  });

  it('can be reserved, and used from the reservations', async () => {
    const part = await kilogram();
    const other = await room.addPart();
    for (const _ of FOUR) await room.do('reserve', part, { ...GRAMS, for: { kind: other.kind, id: other.id } });
    expect(await room.levels(part)).toMatchObject({ reserved: 2.204623, available: 0 });
    const [first, second] = await room.reservations(part);
    await room.do('release', first!, { qty: 100, unit: 'g' });
    await room.do('release', first!, { qty: 0.330693 });
    expect((await room.read(first!)).fields).toMatchObject({ status: 'released' });
    await room.do('consume_reservation', second!, { qty: 125, unit: 'g' });
    await room.do('consume_reservation', second!);
    await room.do('use', part, { qty: 500, unit: 'g', for: { kind: other.kind, id: other.id } });
    await room.do('use', part, GRAMS);
    await expectNothing(part);
  });

  it('can be split, moved, merged, lent and returned', async () => {
    const part = await kilogram();
    const [item] = await room.items(part);
    const shelf = await room.addLocation();
    for (const _ of FOUR.slice(1)) await room.do('split', item!, GRAMS);
    await room.do('move', part, { to_location: shelf.id, qty: 300, unit: 'g' });
    await room.do('move', part, { to_location: shelf.id });
    const [first, ...others] = await room.items(part);
    await room.do('merge', first!, { items: others.map(({ id }) => id) });
    expect((await room.read(first!)).fields).toMatchObject({ qty: 2.204623, exact_qty: '1000' });
    expect((await room.read(part)).fields.stock_value).toEqual({ amount: '3.0000', currency: 'EUR' });
    await room.do('lend', first!, { holder: 'Ann' });
    for (const _ of FOUR) await room.do('return', part, GRAMS);
    const [loan] = await room.list('loan', `part == "${part.id}"`);
    expect(loan?.fields).toMatchObject({ qty: 2.204623, returned_qty: 2.204623, status: 'returned' });
    for (const _ of FOUR) await room.do('use', part, GRAMS);
    await expectNothing(part);
  });

  it('is what was counted, weighed and written', async () => {
    const part = await kilogram();
    const [item] = await room.items(part);
    const { result } = await room.do<{ count: string }>('start_count', null, { scope: { parts: [part.id] } });
    const count = { kind: 'inventory:count', id: result.count };
    await room.do('record_count', count, { line: item!.id, counted: 500, unit: 'g' });
    await room.do('apply_count', count);
    await room.do('use', part, GRAMS);
    await room.do('use', part, GRAMS);
    await expectNothing(part);
    await room.do('set', item!, { gross_weight_g: 750 });
    await room.change(item!, { qty: (await room.qtyOf(item!)) + 0, notes: 'As shown' });
    for (const _ of FOUR.slice(1)) await room.do('use', item!, GRAMS);
    await expectNothing(part);
    await room.change(item!, { qty: 0.25, unit: 'kg' });
    await room.do('use', part, GRAMS);
    await expectNothing(part);
  });

  it('comes back as it was taken', async () => {
    const part = await kilogram();
    const [item] = await room.items(part);
    const taken = [];
    for (const _ of FOUR) taken.push((await room.do('use', part, GRAMS)).result.movements[0]!.id);
    for (const id of taken) await room.do('reverse', { kind: 'inventory:movement', id }, { reason: 'Not used' });
    expect((await room.read(item!)).fields).toMatchObject({ qty: 2.204623, exact_qty: '1000' });
    expect((await room.read(part)).fields.stock_value).toEqual({ amount: '3.0000', currency: 'EUR' });
    await room.do('adjust', part, { delta: -250, unit: 'g', cause_key: `take:${part.id}` });
    await room.do('adjust', part, { delta: 1, reverses: `take:${part.id}` });
    expect((await room.read(part)).fields.exact).toMatchObject({ on_hand: '1000' });
  });

  it('is taken from substitutes that are measured in another unit', async () => {
    const substitute = await room.addPart({ unit: 'g' });
    await room.do('add', substitute, { qty: 1, unit: 'lb' });
    const part = await room.addPart({ unit: 'kg', substitutes: [substitute.id] });
    for (let turn = 0; turn < 16; turn += 1) await room.do('use', part, { qty: 1, unit: 'oz' });
    await expectNothing(substitute);
  });
});

/** Units that measure the same, each with a size in whole parts of one of them. */
const SYSTEMS = [
  { g: 1, kg: 1000, t: 1_000_000 },
  { oz: 1, lb: 16, stone: 224 },
  { in: 1, ft: 12, yd: 36 },
  { pcs: 1, dozen: 12, gross: 144 },
] as const;
const PARTS = [
  { unit: 'lb', systems: [SYSTEMS[0], SYSTEMS[1]] },
  { unit: 'kg', systems: [SYSTEMS[0], SYSTEMS[1]] },
  { unit: 'm', systems: [SYSTEMS[2]] },
  { unit: 'dozen', systems: [SYSTEMS[3]] },
] as const;

interface Step {
  readonly qty: number;
  readonly unit: string;
}

/** Amounts in units of one system, in two ways that add up to the same. */
const balanced = (system: Readonly<Record<string, number>>) =>
  fc
    .array(fc.tuple(fc.constantFrom(...Object.keys(system)), fc.integer({ min: 1, max: 9 })), {
      minLength: 1,
      maxLength: 3,
    })
    .chain((received) => {
      const total = received.reduce((sum, [unit, qty]) => sum + qty * (system[unit] ?? 0), 0);
      return fc.array(fc.integer({ min: 1, max: total }), { maxLength: 4 }).map((cuts) => {
        const ends = [...new Set([...cuts, total])].toSorted((a, b) => a - b);
        const [smallest = ''] = Object.keys(system);
        const used = ends.map((end, index): Step => ({ qty: end - (ends[index - 1] ?? 0), unit: smallest }));
        return { received: received.map(([unit, qty]): Step => ({ qty, unit })), used };
      });
    });

const history = fc.constantFrom(...PARTS).chain(({ unit, systems }) =>
  fc.record({
    unit: fc.constant(unit),
    flows: fc.tuple(...systems.map(balanced)),
    returned: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
  }),
);

describe('any sequence of receipts, uses and returns', () => {
  it('that adds up to nothing leaves nothing', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ unit, flows, returned }) => {
        const part = await room.addPart({ unit });
        for (const { received } of flows) for (const step of received) await room.do('add', part, { ...step });
        const uses = flows.flatMap(({ used }) => used);
        for (const [index, step] of uses.entries()) {
          const { result } = await room.do('use', part, { ...step });
          if (returned[index % returned.length] !== true) continue;
          const [only, another] = result.movements;
          if (only && !another && index % 2 === 0)
            await room.do('reverse', { kind: 'inventory:movement', id: only.id }, { reason: 'Back' });
          else await room.do('add', part, { ...step });
          await room.do('use', part, { ...step });
        }
        await expectNothing(part);
      }),
      { seed: SEED, numRuns: 12 },
    );
  });
});
