import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RecordKey, SEED, type TestServer } from '@cubit/testing';
import { openStockroom, type Stockroom } from '../fixtures/stockroom.js';
import type { Part } from '../part/part.fields.js';

let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  ({ server, room } = await openStockroom());
});
afterAll(() => server.close());

/** An amount that is rounded when it is shown in the unit of its part. */
const amount = fc.record({
  unit: fc.constantFrom('lb', 'oz', 'kg'),
  qty: fc.integer({ min: 1, max: 5_000 }),
  of: fc.constantFrom('g', 'oz', 'lb'),
  reserved: fc.integer({ min: 1, max: 9 }).map((tenths) => tenths / 10),
});
type Amount = typeof amount extends fc.Arbitrary<infer Value> ? Value : never;

async function stocked({ unit, qty, of }: Amount): Promise<Part> {
  const part = await room.addPart({ unit });
  await room.do('add', part, { qty, unit: of });
  return part;
}

async function exactOf(part: Part) {
  const { exact } = (await room.read(part)).fields;
  return exact ?? { on_hand: '0', usable: '0', reserved: '0' };
}

/** Runs the rule for several amounts. */
const always = (rule: (given: Amount) => Promise<void>) =>
  fc.assert(fc.asyncProperty(amount, rule), { seed: SEED, numRuns: 5 });

describe('a quantity that is shown as all that is there', () => {
  it('is all of it when it is used, of the part and of its stock item', async () => {
    await always(async (given) => {
      for (const action of ['use', 'adjust'] as const) {
        const part = await stocked(given);
        const [item] = await room.items(part);
        const input = (qty: number) => (action === 'use' ? { qty } : { delta: -qty });
        await room.do(action, part, input((await room.levels(part)).available));
        expect(await exactOf(part)).toMatchObject({ on_hand: '0' });
        await room.do('add', part, { qty: given.qty, unit: given.of });
        await room.do(action, item!, input(await room.qtyOf(item!)));
        expect(await exactOf(part)).toMatchObject({ on_hand: '0' });
      }
    });
  });

  it('is all that is not reserved, or all that is reserved for the record', async () => {
    await always(async (given) => {
      const part = await stocked(given);
      const purpose = { kind: part.kind, id: part.id };
      const share = { qty: Number((given.qty * given.reserved).toFixed(1)), unit: given.of };
      await room.do('reserve', part, { ...share, for: purpose });
      const [item] = await room.items(part);
      const { available, reserved } = await room.levels(part);
      const there = await exactOf(part);
      await room.do('use', item!, { qty: available });
      expect(await exactOf(part)).toEqual({
        on_hand: there.reserved,
        usable: there.reserved,
        reserved: there.reserved,
      });
      await room.do('use', part, { qty: reserved, for: purpose });
      expect(await exactOf(part)).toMatchObject({ on_hand: '0', reserved: '0' });
    });
  });

  it('is all of it when it is moved, lent, returned and counted', async () => {
    const [one, other] = [await room.addLocation(), await room.addLocation()];
    await always(async (given) => {
      const part = await stocked(given);
      const [item] = await room.items(part);
      const all = await room.qtyOf(item!);
      const before = await exactOf(part);
      await room.do('move', part, { to_location: one.id, qty: all });
      await room.do('move', item!, { to_location: other.id, qty: all });
      expect((await room.items(part)).map(({ id }) => id)).toEqual([item!.id]);
      await room.do('lend', part, { holder: 'Ann', qty: all });
      await room.do('return', part, { qty: all });
      const { result } = await room.do<{ count: string }>('start_count', null, { scope: { parts: [part.id] } });
      const count: RecordKey = { kind: 'inventory:count', id: result.count };
      await room.do('record_count', count, { line: item!.id, counted: all });
      await room.do('apply_count', count);
      expect((await room.items(part)).map(({ id }) => id)).toEqual([item!.id]);
      expect(await exactOf(part)).toEqual(before);
    });
  });

  it('is all of what is elsewhere when a part is moved', async () => {
    const [here, there] = [await room.addLocation(), await room.addLocation()];
    await always(async ({ unit, qty, of }) => {
      const part = await room.addPart({ unit });
      for (const location of [here, there]) await room.do('add', part, { qty, unit: of, location: location.id });
      const elsewhere = (await room.items(part)).find(({ fields }) => fields.location === there.id);
      await room.do('move', part, { to_location: here.id, qty: elsewhere!.fields.qty });
      const items = await room.items(part);
      expect(items.map(({ fields }) => fields.location)).toEqual([here.id, here.id]);
    });
  });

  it('is all of a stock item when it is reserved, and all of the reservation when that is used', async () => {
    await always(async (given) => {
      const part = await stocked(given);
      const [item] = await room.items(part);
      await room.do('add', part, { qty: given.qty, unit: given.of, lot: 'B' });
      const { id } = await room.add('reservation', {
        part: part.id,
        stock_item: item!.id,
        qty: await room.qtyOf(item!),
        for: { kind: part.kind, id: part.id },
      });
      const kept = { kind: 'inventory:reservation', id };
      await room.do('consume_reservation', kept, { qty: await room.qtyOf(item!) });
      expect((await room.read(item!)).fields).toMatchObject({ qty: 0, exact_qty: '0' });
      expect(await exactOf(part)).toMatchObject({ reserved: '0' });
    });
  });

  it('is all of what a record used when it is given back', async () => {
    await always(async (given) => {
      const part = await stocked(given);
      const purpose = { kind: part.kind, id: part.id };
      const before = await exactOf(part);
      const used = (await room.levels(part)).available;
      await room.do('use', part, { qty: used, for: purpose });
      await room.do('return_leftovers', null, { for: purpose, lines: [{ part: part.id, qty: used }] });
      expect(await exactOf(part)).toEqual(before);
    });
  });
});

describe('the undo of a release in another unit', () => {
  it('reserves what was released', async () => {
    const part = await room.addPart({ unit: 'lb' });
    await room.do('add', part, { qty: 1, unit: 'kg' });
    await room.do('reserve', part, { qty: 1, unit: 'kg', for: { kind: part.kind, id: part.id } });
    const [kept] = await room.reservations(part);
    await room.do('release', kept!, { qty: 250, unit: 'g' });
    await room.do('release', kept!, { qty: 250, unit: 'g', restore: true });
    expect(await exactOf(part)).toEqual({ on_hand: '1000', usable: '1000', reserved: '1000' });
  });
});
