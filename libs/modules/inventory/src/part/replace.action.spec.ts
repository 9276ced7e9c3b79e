import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClock, createTestServer, type TestServer } from '@cubit/testing';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';

const DAY_MS = 86_400_000;
const clock = createClock('2026-03-10T12:00:00Z');
let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory], now: clock.now });
  const workspace = await server.workspace();
  // Sessions expire when the clock is advanced.
  const token = await server.mintToken(workspace.owner, { expires_at: '2029-03-01T00:00:00Z' });
  room = new Stockroom(server.as(token), workspace.path);
});
afterAll(() => server.close());

const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString();
const dueEvents = async (part: { readonly kind: string; readonly id: string }) =>
  (await room.eventsOf(part)).filter(({ name }) => name === 'inventory.part.replace_due').map(({ payload }) => payload);

describe('replacing the unit in service', () => {
  it('uses one unit, restarts the interval and emits the next due time', async () => {
    const { part } = await room.stocked([3], { replace_every_days: 90 });
    expect((await room.read(part)).fields).toMatchObject({ service_since: inDays(0), replace_due: inDays(90) });
    clock.advance({ days: 40 });
    const { result, events } = await room.do('replace', part, { reason: 'Clogged' });
    expect(result).toMatchObject({ qty_delta: -1, available: 2 });
    expect(events.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['inventory.stock.changed', 'inventory.part.replaced']),
    );
    expect((await room.read(part)).fields).toMatchObject({ service_since: inDays(0), replace_due: inDays(90) });
  });

  it('is refused without an interval, and without stock', async () => {
    const { part } = await room.stocked([1]);
    expect((await room.run('replace', part)).status).toBe(409);
    const { part: filter } = await room.stocked([0], { replace_every_days: 30 });
    const { service_since: since } = (await room.read(filter)).fields;
    clock.advance({ days: 1 });
    const refused = await room.run('replace', filter);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'insufficient_stock']);
    expect((await room.read(filter)).fields.service_since).toBe(since);
  });

  it('gives the last unit to one of two concurrent requests, and replaces once per cause key', async () => {
    const { part } = await room.stocked([1], { replace_every_days: 30 });
    const both = await Promise.all([room.run('replace', part), room.run('replace', part)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await room.do('add', part, { qty: 5 });
    const first = await room.do('replace', part, { cause_key: 'service:1' });
    clock.advance({ days: 1 });
    const again = await room.do('replace', part, { cause_key: 'service:1' });
    expect(again.result).toEqual({ ...first.result, duplicate: true });
    expect((await room.read(part)).fields).toMatchObject({ available: 4, service_since: inDays(-1) });
  });

  it('emits replace_due once per due time, and never for an obsolete part', async () => {
    const { part } = await room.stocked([4], { replace_every_days: 10 });
    const { part: obsolete } = await room.stocked([4], { replace_every_days: 10 });
    await room.do('retire', obsolete);
    await room.do('retire', obsolete);
    clock.advance({ days: 9 });
    await server.sweep();
    expect(await dueEvents(part)).toEqual([]);
    clock.advance({ days: 2 });
    await Promise.all([server.sweep(), server.sweep()]);
    await server.sweep();
    expect(await dueEvents(part)).toEqual([expect.objectContaining({ dueOn: inDays(-1), available: 4 })]);
    expect(await dueEvents(obsolete)).toEqual([]);
    await room.do('replace', part);
    clock.advance({ days: 11 });
    await server.sweep();
    expect(await dueEvents(part)).toHaveLength(2);
  });

  it('follows a changed interval, and clears the due time of a removed one', async () => {
    const part = await room.addPart({ replace_every_days: 10 });
    clock.advance({ days: 5 });
    await room.change(part, { replace_every_days: 20 });
    expect((await room.read(part)).fields).toMatchObject({ replace_due: inDays(15), replace_from: inDays(15) });
    await room.change(part, { replace_every_days: null });
    const { fields } = await room.read(part);
    expect(Object.keys(fields).filter((name) => /service|replace/.test(name))).toEqual([]);
    expect((await room.change(part, { service_since: inDays(0) })).status).toBe(422);
  });
});
