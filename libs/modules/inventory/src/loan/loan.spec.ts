import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClock, createTestServer, type TestServer, type TestWorkspace } from '@cubit/testing';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';
import type { Part } from '../part/part.fields.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import type { Loan } from './loan.fields.js';

const clock = createClock('2026-03-10T12:00:00Z');
let server: TestServer;
let workspace: TestWorkspace;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory], now: clock.now });
  workspace = await server.workspace();
  // Sessions expire when the clock is advanced.
  const token = await server.mintToken(workspace.owner, { expires_at: '2027-03-01T00:00:00Z' });
  room = new Stockroom(server.as(token), workspace.path);
});
afterAll(() => server.close());

const lend = async (record: Part | StockItem, input: object = {}): Promise<readonly Loan[]> => {
  const { result } = await room.do<{ loans: string[] }>('lend', record, { holder: 'Ada', ...input });
  return Promise.all(result.loans.map((id) => room.read({ kind: 'inventory:loan', id } as Loan)));
};
const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString();
const names = (events: readonly { readonly name: string }[]) => events.map(({ name }) => name);

describe('lending', () => {
  it('takes an item off hand, and returns it to its location', async () => {
    const shelf = await room.addLocation();
    const part = await room.addPart();
    const drill = await room.addItem(part, { qty: 1, serial: 'D1', location: shelf.id });
    const [loan] = await lend(drill, { due: inDays(7) });
    expect(loan?.fields).toMatchObject({ part: part.id, stock_item: drill.id, qty: 1, holder: 'Ada', status: 'out' });
    expect(await room.levels(part)).toEqual({ onHand: 0, reserved: 0, available: 0 });
    expect((await room.read(drill)).fields).toMatchObject({ loan: loan!.id, qty: 1 });
    expect((await room.read(drill)).fields).not.toHaveProperty('location');
    for (const [action, input] of [
      ['use_one'],
      ['lend', { holder: 'Bob' }],
      ['move', { to_location: shelf.id }],
    ] as const)
      expect([action, (await room.run(action, drill, input)).status]).toEqual([action, 409]);
    expect([(await room.remove(drill)).status, (await room.change(drill, { qty: 0 })).status]).toEqual([409, 409]);
    const { result } = await room.do<object>('return', drill);
    expect(result).toEqual({ loan: loan!.id, status: 'returned', remaining: 0 });
    expect((await room.read(drill)).fields.location).toBe(shelf.id);
    expect(await room.levels(part)).toMatchObject({ onHand: 1, available: 1 });
    expect((await room.run('return', loan!)).status).toBe(409);
    expect(names(await room.eventsOf(loan!))).toEqual(['inventory.loan.started', 'inventory.loan.returned']);
    expect((await room.movements(part)).map(({ fields }) => fields.type)).toEqual(['add', 'loan_out', 'loan_in']);
  });

  it('of a part uses as many items as needed, with one loan each', async () => {
    const { part, items } = await room.stocked([2, 5]);
    const loans = await lend(part, { qty: 4 });
    expect(loans.map(({ fields }) => [fields.stock_item === items[0]!.id, fields.qty])).toEqual([
      [true, 2],
      [false, 2],
    ]);
    expect(await room.levels(part)).toMatchObject({ onHand: 3 });
    const { details } = (await room.run('return', part)).body.error;
    expect(details.map(({ code }) => code)).toEqual(['several_loans', 'several_loans']);
    expect(details[0]).toMatchObject({ message: expect.stringMatching(/^inventory:loan [0-9a-f-]{36}: /) });
    await room.do('return', loans[0]!);
    await room.do('return', part);
    expect(await room.levels(part)).toMatchObject({ onHand: 7, available: 7 });
  });

  it('accepts a member or a name as the borrower, and refuses others', async () => {
    const { items } = await room.stocked([3]);
    const [loan] = await lend(items[0]!, { qty: 1, holder: workspace.owner.id });
    expect(loan?.fields).toMatchObject({ holder_user: workspace.owner.id });
    const stranger = await room.run('lend', items[0]!, { holder: '0192f0c1-2d3e-7000-8000-00000000ffff' });
    expect([stranger.status, stranger.body.error.details[0]?.path]).toEqual([422, '/input/holder']);
  });

  it('is done by actions only, not by direct writes', async () => {
    const { part, items } = await room.stocked([5]);
    const [loan] = await lend(items[0]!, { qty: 2 });
    expect(loan?.fields.stock_item).not.toBe(items[0]!.id);
    expect(await room.levels(part)).toMatchObject({ onHand: 3 });
    const answers = [
      await room.create('inventory:loan', { stock_item: items[0]!.id, holder: 'Ada' }),
      await room.change(loan!, { status: 'returned' }),
      await room.remove(loan!),
    ];
    expect(answers.map(({ status }) => status)).toEqual([405, 405, 405]);
  });

  it('leaves reserved stock, and never lends more than there is under concurrency', async () => {
    const { part, items } = await room.stocked([5]);
    await room.do('reserve', part, { qty: 2, for: { kind: part.kind, id: part.id } });
    expect((await room.run('lend', items[0]!, { holder: 'Ada' })).status).toBe(409);
    const answers = await Promise.all(Array.from({ length: 5 }, () => room.run('lend', part, { holder: 'Ada' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409]);
    expect(await room.levels(part)).toEqual({ onHand: 2, reserved: 2, available: 0 });
  });
});

describe('returning', () => {
  it('in parts records the disposition of each part', async () => {
    const { part, items } = await room.stocked([10]);
    const [loan] = await lend(items[0]!);
    await room.do('return', loan!, { qty: 4 });
    expect((await room.read(loan!)).fields).toMatchObject({ status: 'partly_returned', returned_qty: 4 });
    await room.do('return', loan!, { qty: 3, disposition: 'consumed' });
    await room.do('return', loan!, { qty: 1, disposition: 'damaged' });
    expect((await room.run('return', loan!, { qty: 3 })).status).toBe(422);
    await room.do('return', loan!, { disposition: 'lost' });
    expect((await room.read(loan!)).fields).toMatchObject({ status: 'returned', returned_qty: 10 });
    expect(await room.levels(part)).toEqual({ onHand: 5, reserved: 0, available: 4 });
    const left = (await room.items(part)).map(({ fields: { qty, status, loan: on } }) => [qty, status, on]);
    expect(left).toEqual([
      [2, 'lost', undefined],
      [4, 'ok', undefined],
      [0, 'ok', undefined],
      [1, 'damaged', undefined],
    ]);
    const returned = await room.eventsOf(loan!, 'inventory.loan.returned');
    expect(returned.map(({ payload }) => [payload['qty'], payload['disposition'], payload['remaining']])).toEqual([
      [4, 'returned', 6],
      [3, 'consumed', 3],
      [1, 'damaged', 2],
      [2, 'lost', 0],
    ]);
  });

  it('of everything as lost sets the status lost', async () => {
    const { items } = await room.stocked([2]);
    const [loan] = await lend(items[0]!);
    await room.do('return', loan!, { disposition: 'lost' });
    expect((await room.read(loan!)).fields.status).toBe('lost');
  });

  it('happens once, to the given location', async () => {
    const { part, items } = await room.stocked([2]);
    const place = await room.addLocation();
    const [loan] = await lend(items[0]!);
    const answers = await Promise.all([1, 2].map(() => room.run('return', loan!, { location: place.id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await room.items(part)).map(({ fields }) => [fields.qty, fields.location])).toEqual([[2, place.id]]);
  });
});

describe('scheduled work', () => {
  it('emits loan.overdue once per due time', async () => {
    const { items } = await room.stocked([3]);
    const [loan] = await lend(items[0]!, { due: inDays(1) });
    const [early] = await lend((await room.stocked([1])).items[0]!, { due: inDays(1) });
    await room.do('return', early!);
    const overdue = async (of: Loan) => (await room.eventsOf(of, 'inventory.loan.overdue')).length;
    await server.sweep();
    expect(await overdue(loan!)).toBe(0);
    clock.advance({ hours: 25 });
    await server.sweep();
    await server.sweep();
    expect([await overdue(loan!), await overdue(early!)]).toEqual([1, 0]);
    expect((await room.read(loan!)).fields.overdue).toBe(true);
    await room.do('extend_loan', loan!, { due: inDays(1) });
    expect((await room.read(loan!)).fields.overdue).toBe(false);
    clock.advance({ hours: 25 });
    await server.sweep();
    expect(await overdue(loan!)).toBe(2);
    await room.do('return', loan!);
    expect((await room.read(loan!)).fields.overdue).toBe(false);
    expect((await room.run('extend_loan', loan!, { due: inDays(1) })).status).toBe(409);
  });

  it('expires a reservation and releases its stock', async () => {
    const { part } = await room.stocked([10]);
    const purpose = { for: { kind: part.kind, id: part.id }, expires_at: inDays(1) };
    await room.do('reserve', part, { qty: 4, ...purpose });
    await room.do('reserve', part, { qty: 1, ...purpose });
    const [kept, released] = await room.reservations(part);
    await room.do('release', released!);
    await room.do('consume_reservation', kept!, { qty: 1 });
    clock.advance({ hours: 25 });
    await Promise.all([server.sweep(), server.sweep()]);
    expect((await room.reservations(part)).map(({ fields }) => fields.status)).toEqual(['expired', 'released']);
    expect(await room.levels(part)).toEqual({ onHand: 9, reserved: 0, available: 9 });
    const expired = await room.eventsOf(kept!, 'inventory.reservation.expired');
    expect(expired.map(({ payload }) => payload['qty'])).toEqual([3]);
    expect((await room.change(kept!, { status: 'active' })).status).toBe(409);
  });

  it('emits stock.expiring the configured days before, once per item and date', async () => {
    await room.set({ expiring_days: 10 });
    const part = await room.addPart({ name: 'Resin' });
    const day = (days: number) => inDays(days).slice(0, 10);
    const [soon, later, gone] = [
      await room.addItem(part, { qty: 2, expires_on: day(9), lot: 'L1' }),
      await room.addItem(part, { qty: 2, expires_on: day(30) }),
      await room.addItem(part, { qty: 1, expires_on: day(1) }),
    ];
    await room.do('use', gone, { qty: 1 });
    const expiringEvents = async (item: StockItem) => room.eventsOf(item, 'inventory.stock.expiring');
    await server.sweep();
    await room.do('use', soon, { qty: 1 });
    await server.sweep();
    expect((await expiringEvents(soon)).map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ partName: 'Resin', qty: 2, expiresOn: day(9), lot: 'L1' }),
    ]);
    expect([await expiringEvents(later), await expiringEvents(gone)]).toEqual([[], []]);
    await room.change(soon, { expires_on: day(8) });
    await server.sweep();
    expect(await expiringEvents(soon)).toHaveLength(2);
    await room.set({ expiring_days: 60 });
    await server.sweep();
    expect(await expiringEvents(later)).toHaveLength(1);
  });
});

describe('damaged stock', () => {
  it('is lent only with allow_damaged', async () => {
    const part = await room.addPart();
    const item = await room.addItem(part, { qty: 1, status: 'damaged' });
    const refused = await room.run('lend', item, { holder: 'Ada' });
    expect([refused.status, refused.body.error.details[0]?.code]).toEqual([409, 'damaged']);
    expect((await room.run('lend', item, { holder: 'Ada', allow_damaged: true })).status).toBe(200);
  });
});

describe('a discarded loan', () => {
  const lent = async (item: StockItem) => {
    const { result } = await room.do<{ loans: string[] }>('lend', item, { holder: 'Ada', qty: 2 });
    return { kind: 'inventory:loan', id: result.loans[0]! };
  };

  it('is gone, and its stock is one item again', async () => {
    const { part, items } = await room.stocked([5]);
    const loan = await lent(items[0]!);
    expect((await room.run('set', part, { qty: 4 })).status).toBe(200);
    await room.do('set', part, { qty: 3 });
    await room.do('return', loan, { discard: true });
    expect((await room.items(part)).map(({ id, fields }) => [id, fields.qty])).toEqual([[items[0]!.id, 5]]);
    expect((await room.run('return', loan)).status).toBe(404);
    expect((await room.movements(part)).map(({ fields }) => fields.type)).toContain('loan_in');
    expect(await room.eventsOf(loan, 'inventory.loan.returned')).toEqual([]);
    await room.do('set', part, { qty: 9 });
  });

  it('leaves its stock beside a stock item that changed since, and is refused once some was returned', async () => {
    const [{ part, items }, other] = [await room.stocked([5]), (await room.stocked([5])).items[0]!];
    const loan = await lent(items[0]!);
    await room.do('set_status', items[0]!, { status: 'quarantined' });
    await room.do('return', loan, { discard: true });
    expect((await room.items(part)).map(({ fields: { qty, status } }) => [qty, status])).toEqual([
      [3, 'quarantined'],
      [2, 'ok'],
    ]);
    const partly = await lent(other);
    await room.do('return', partly, { qty: 1 });
    const { status, body } = await room.run('return', partly, { discard: true });
    expect([status, body.error.details[0]?.path]).toEqual([422, '/input/discard']);
  });
});
