import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';
import type { Part } from '../part/part.fields.js';

let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory] });
  const workspace = await server.workspace();
  room = new Stockroom(server.as(workspace.owner), workspace.path);
});
afterAll(() => server.close());

const last = async (part: Part) => (await room.movements(part)).at(-1)!;
const why = { reason: 'Booked by mistake' };

describe('reversing', () => {
  it('reverses a movement with a second one, and links both', async () => {
    const { part } = await room.stocked([10]);
    await room.do('use', part, { qty: 4 });
    const use = await last(part);
    const { result } = await room.do('reverse', use, why);
    expect(result).toMatchObject({ qty_delta: 4, on_hand: 10, available: 10 });
    const reversal = await last(part);
    expect(reversal.fields).toMatchObject({ type: 'reverse', reverses: use.id, reason: why.reason, qty_after: 10 });
    expect((await room.read(use)).fields.reversed_by).toBe(reversal.id);
  });

  it('happens once under concurrent requests', async () => {
    const { part } = await room.stocked([10]);
    await room.do('use', part, { qty: 4 });
    const use = await last(part);
    const answers = await Promise.all(Array.from({ length: 6 }, () => room.run('reverse', use, why)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await room.levels(part)).toMatchObject({ onHand: 10 });
    const reversal = await last(part);
    expect((await room.run('reverse', reversal, why)).status).toBe(409);
  });

  it('restores the status and the location', async () => {
    const { part, items } = await room.stocked([10]);
    const [to, further] = [await room.addLocation(), await room.addLocation()];
    await room.do('set_status', items[0]!, { status: 'rejected' });
    await room.do('reverse', await last(part), why);
    expect((await room.read(items[0]!)).fields.status).toBe('ok');
    expect(await room.levels(part)).toMatchObject({ available: 10 });

    await room.do('move', items[0]!, { to_location: to.id });
    const move = await last(part);
    await room.do('move', items[0]!, { to_location: further.id });
    expect((await room.run('reverse', move, why)).status).toBe(409);
    await room.do('move', items[0]!, { to_location: to.id });
    await room.do('reverse', move, why);
    expect((await room.read(items[0]!)).fields.location).toBeUndefined();
  });

  it('is refused if the stock or its item is no longer there', async () => {
    const { part, items } = await room.stocked([10]);
    const added = await last(part);
    await room.do('use', part, { qty: 1 });
    const short = await room.run('reverse', added, why);
    expect([short.status, short.body.error.code]).toEqual([409, 'insufficient_stock']);
    const use = await last(part);
    await room.remove(items[0]!);
    const gone = await room.run('reverse', use, why);
    expect([gone.status, gone.body.error.details[0]?.code]).toEqual([409, 'item_gone']);
  });

  it('is refused for movements that other actions undo, and without a reason', async () => {
    const { part, items } = await room.stocked([10]);
    await room.do('split', items[0]!, { qty: 1 });
    expect((await room.run('reverse', await last(part), why)).body.error.details[0]?.code).toBe('not_reversible');
    await room.do('use_one', part);
    const { status, body } = await room.run('reverse', await last(part), {});
    expect([status, body.error.details[0]?.path]).toEqual([422, '/input/reason']);
  });
});

describe('transferring a usage', () => {
  it('moves the use to the other item, and emits both changes', async () => {
    const { part, items } = await room.stocked([100, 100], { unit: 'g' });
    await room.do('use', items[0]!, { qty: 38.5 });
    const use = await last(part);
    const { result, events } = await room.do('transfer_usage', use, { to_stock_item: items[1]!.id });
    expect(result).toMatchObject({ qty_delta: 0, on_hand: 161.5 });
    expect(events.map(({ name }) => name)).toEqual(['inventory.stock.changed', 'inventory.stock.changed']);
    expect([await room.qtyOf(items[0]!), await room.qtyOf(items[1]!)]).toEqual([100, 61.5]);
    expect((await room.run('transfer_usage', use, { to_stock_item: items[1]!.id })).status).toBe(409);
  });

  it('is refused if the other item has too little, or belongs to another part', async () => {
    const { part, items } = await room.stocked([100, 10]);
    await room.do('use', items[0]!, { qty: 20 });
    const use = await last(part);
    const foreign = (await room.stocked([100])).items[0]!;
    const answers = [
      await room.run('transfer_usage', use, { to_stock_item: items[1]!.id }),
      await room.run('transfer_usage', use, { to_stock_item: foreign.id }),
      await room.run('transfer_usage', use, { to_stock_item: items[0]!.id }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 422, 422]);
    expect([await room.qtyOf(items[0]!), await room.qtyOf(items[1]!)]).toEqual([80, 10]);
  });
});

describe('inventory:take_back', () => {
  const postings = (...lines: readonly { part: Part; reverses: string; cause_key?: string }[]) => ({
    postings: lines.map(({ part, ...keys }) => ({ part: part.id, ...keys })),
  });

  it('reverses on the same items, in one call, once', async () => {
    const [bolt, nut] = [(await room.stocked([5])).part, await room.addPart()];
    await room.do('add', bolt, { qty: 10, lot: 'L1', cause_key: 'receipt:1:1' });
    await room.do('add', nut, { qty: 2, serials: ['N1', 'N2'], cause_key: 'receipt:1:2' });
    const lines = postings(
      { part: bolt, reverses: 'receipt:1:1', cause_key: 'receipt:1:1:back' },
      { part: nut, reverses: 'receipt:1:2', cause_key: 'receipt:1:2:back' },
    );
    const { result } = await room.do<{ movements: string[] }>('take_back', null, lines);
    expect(result.movements).toHaveLength(3);
    expect([(await room.levels(bolt)).onHand, (await room.levels(nut)).onHand]).toEqual([5, 0]);
    expect((await room.items(bolt)).map(({ fields }) => fields.qty)).toEqual([5, 0]);
    const [, came, went] = await room.movements(bolt);
    expect(went?.fields).toMatchObject({ type: 'reverse', reverses: came?.id, cause_key: 'receipt:1:1:back' });
    expect(came?.fields.reversed_by).toBe(went?.id);
    await room.do('take_back', null, lines);
    const again = await room.do('adjust', bolt, {
      delta: -10,
      reverses: 'receipt:1:1',
      cause_key: 'receipt:1:1:back',
    });
    expect(again.result).toMatchObject({ duplicate: true });
    expect(await room.levels(bolt)).toMatchObject({ onHand: 5 });
  });

  it('reverses two lines on the same item', async () => {
    const part = await room.addPart();
    await room.do('add', part, { qty: 3, cause_key: 'receipt:2:1' });
    await room.do('add', part, { qty: 4, cause_key: 'receipt:2:2' });
    await room.do('take_back', null, postings({ part, reverses: 'receipt:2:1' }, { part, reverses: 'receipt:2:2' }));
    expect(await room.levels(part)).toMatchObject({ onHand: 0 });
  });

  it('is refused as a whole if some of the stock is no longer there', async () => {
    const [used, kept] = [await room.addPart(), await room.addPart()];
    await room.do('add', used, { qty: 3, cause_key: 'receipt:3:1' });
    await room.do('add', kept, { qty: 3, cause_key: 'receipt:3:2' });
    await room.do('use', used, { qty: 1 });
    const { status, body } = await room.run(
      'take_back',
      null,
      postings({ part: kept, reverses: 'receipt:3:2' }, { part: used, reverses: 'receipt:3:1' }),
    );
    expect([status, body.error.code, body.error.details[0]?.path]).toEqual([
      409,
      'insufficient_stock',
      '/input/postings/1',
    ]);
    expect(await room.levels(kept)).toMatchObject({ onHand: 3 });
    const adjusted = await room.run('adjust', used, { delta: -3, reverses: 'receipt:3:1' });
    expect([adjusted.status, adjusted.body.error.code]).toEqual([409, 'insufficient_stock']);
  });

  it('changes nothing for a key without a posting', async () => {
    const { part } = await room.stocked([5]);
    const { result, events } = await room.do('adjust', part, { delta: -5, reverses: 'receipt:4:1' });
    expect([result.movements, events]).toEqual([[], []]);
    expect(await room.levels(part)).toMatchObject({ onHand: 5 });
  });

  it('happens once under concurrent requests', async () => {
    const { part } = await room.stocked([5]);
    await room.do('add', part, { qty: 10, lot: 'L1', cause_key: 'receipt:5:1' });
    const input = { delta: -10, reverses: 'receipt:5:1', cause_key: 'receipt:5:1:back' };
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => room.run('adjust', part, input)),
      ...Array.from({ length: 4 }, () =>
        room.run('take_back', null, postings({ part, reverses: 'receipt:5:1', cause_key: 'receipt:5:1:back' })),
      ),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await room.levels(part)).toMatchObject({ onHand: 5 });
  });
});
