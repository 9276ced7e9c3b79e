import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClock, createTestServer, recordStatements, type Fields, type TestServer } from '@cubit/testing';
import { Stockroom } from '../fixtures/stockroom.js';
import { spaces } from '../fixtures/spaces.module.js';
import { inventory } from '../inventory.module.js';

const clock = createClock('2026-03-01T12:00:00Z');
let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory], now: clock.now });
  const place = await server.workspace();
  const token = await server.mintToken(await place.member(), { expires_at: '2027-03-01T00:00:00Z' });
  room = new Stockroom(server.as(token), place.path);
});
afterAll(() => server.close());

const faultsOf = ({ body }: { body: { error: { details: readonly { path: string }[] } } }) =>
  body.error.details.map(({ path }) => path);

async function kitOf(screws: number, plates: number) {
  const { part: screw } = await room.stocked([screws], { name: 'Screw' });
  const { part: plate } = await room.stocked([plates], { name: 'Plate' });
  const kit = await room.addPart({ is_assembly: true });
  await room.add('bom_line', { assembly: kit.id, component: screw.id, qty_per: 4 });
  await room.add('bom_line', { assembly: kit.id, component: plate.id, qty_per: 1 });
  const target = await room.addLocation('Van');
  return { kit, screw, plate, cause: { kind: 'spaces:location', id: target.id } };
}

describe('a kit', () => {
  it('is issued for a record in one act, and its leftovers are returned in one', async () => {
    const { kit, screw, plate, cause } = await kitOf(20, 5);
    const issued = await room.do('issue_kit', kit, { qty: 3, for: cause });
    expect(new Set((issued.result as unknown as { lines: { qty: number }[] }).lines.map(({ qty }) => qty))).toEqual(
      new Set([12, 3]),
    );
    expect([(await room.levels(screw)).onHand, (await room.levels(plate)).onHand]).toEqual([8, 2]);

    const back = {
      for: cause,
      lines: [
        { part: screw.id, qty: 5 },
        { part: plate.id, qty: 1 },
      ],
    };
    const { result } = await room.do('return_leftovers', null, back);
    expect((result as unknown as { lines: object[] }).lines).toMatchObject([
      { qty: 5, on_hand: 13, still_used: 7 },
      { qty: 1, on_hand: 3, still_used: 2 },
    ]);
    const [last] = (await room.movements(screw)).toReversed();
    expect(last?.fields).toMatchObject({ type: 'return', qty_delta: 5, cause });
  });

  it('is issued completely or not at all', async () => {
    const { kit, screw, cause } = await kitOf(20, 1);
    const refused = await room.run('issue_kit', kit, { qty: 2, for: cause });
    expect([refused.status, refused.body.error.code, faultsOf(refused)]).toEqual([
      409,
      'insufficient_stock',
      ['/input/qty'],
    ]);
    expect((await room.levels(screw)).onHand).toBe(20);
  });

  it('uses what is reserved for the record first, then substitutes of its lines', async () => {
    const { kit, screw, plate, cause } = await kitOf(4, 1);
    const { part: spare } = await room.stocked([10]);
    await room.change(screw, { substitutes: [spare.id] });
    await room.do('reserve', plate, { qty: 1, for: cause });
    await room.do('issue_kit', kit, { qty: 1, for: cause });
    expect([await room.levels(plate), (await room.reservations(plate))[0]?.fields.status]).toEqual([
      { onHand: 0, reserved: 0, available: 0 },
      'consumed',
    ]);
    await room.addItem(plate, { qty: 1 });
    const { result } = await room.do('issue_kit', kit, { qty: 1, for: cause });
    expect((result as unknown as { lines: object[] }).lines).toContainEqual({ part: spare.id, qty: 4 });
    expect([(await room.levels(screw)).onHand, (await room.levels(spare)).onHand]).toEqual([0, 6]);
  });

  it('takes as many statements with twenty components as with two', async () => {
    const { kit, cause } = await kitOf(4, 1);
    const statements = async (target: typeof kit) =>
      (await recordStatements(server.database, () => room.do('issue_kit', target, { qty: 1, for: cause }))).length;
    const large = await room.addPart();
    for (let index = 0; index < 20; index += 1) {
      const { part } = await room.stocked([1]);
      await room.add('bom_line', { assembly: large.id, component: part.id, qty_per: 1 });
    }
    expect(await statements(large)).toBe(await statements(kit));
  });

  it('takes back no more than was used for the record', async () => {
    const { kit, screw, cause } = await kitOf(20, 5);
    await room.do('issue_kit', kit, { qty: 1, for: cause });
    const lines = [
      { part: screw.id, qty: 3 },
      { part: screw.id, qty: 2 },
    ];
    const refused = await room.run('return_leftovers', null, { for: cause, lines });
    expect([refused.status, faultsOf(refused)]).toEqual([422, ['/input/lines/1/qty']]);
    expect((await room.levels(screw)).onHand).toBe(16);
  });

  it('needs a bill of materials', async () => {
    const { status } = await room.run('issue_kit', await room.addPart(), {
      qty: 1,
      for: { kind: 'spaces:location', id: (await room.addLocation()).id },
    });
    expect(status).toBe(409);
  });
});

describe('reorder points', () => {
  interface Proposal {
    readonly part: string;
    readonly used: number;
    readonly days: number;
    readonly min_stock: number;
    readonly target_stock: number;
  }
  const propose = async (input: Fields) =>
    ((await room.do('propose_reorder_points', null, input)).result as unknown as { proposals: readonly Proposal[] })
      .proposals;

  it('are proposed from the use of the last 90 days, and set on request', async () => {
    const { part } = await room.stocked([1_000], { name: 'Fuse' });
    await room.do('use', part, { qty: 500 });
    clock.advance({ days: 100 });
    await room.do('use', part, { qty: 90 });
    const mistake = await room.do('use', part, { qty: 50 });
    await room.do('reverse', { kind: 'inventory:movement', id: mistake.result.movements[0]!.id }, { reason: 'Wrong' });
    const input = { parts: [part.id], lead_time_days: 10, safety_days: 5, cover_days: 20 };
    expect(await propose(input)).toMatchObject([{ used: 90, days: 90, min_stock: 15, target_stock: 35 }]);
    expect((await room.read(part)).fields.min_stock).toBeUndefined();
    await propose({ ...input, apply: true });
    expect((await room.read(part)).fields).toMatchObject({ min_stock: 15, target_stock: 35 });
  });

  it('use the age of a part that is younger than 90 days', async () => {
    const { part } = await room.stocked([100], { name: 'Young', unit: 'g' });
    clock.advance({ days: 3 });
    await room.do('use', part, { qty: 1 });
    const [only] = await propose({ parts: [part.id], lead_time_days: 7, safety_days: 0, cover_days: 0 });
    expect(only).toMatchObject({ used: 1, days: 3, min_stock: 2.34, target_stock: 2.34 });
  });

  it('are proposed for parts alone', async () => {
    const { part, items } = await room.stocked([5]);
    const parts = [part.id, items[0]!.id];
    expect(await room.refusalOf('propose_reorder_points', null, { parts })).toEqual({
      status: 422,
      code: 'validation_failed',
      details: ['/input/parts/1 unknown_reference'],
    });
  });

  it('are not proposed for parts that were not used', async () => {
    const { part } = await room.stocked([5]);
    expect(await propose({ parts: [part.id] })).toEqual([]);
  });
});
