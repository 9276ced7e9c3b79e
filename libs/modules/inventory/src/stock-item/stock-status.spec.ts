import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestServer } from '@cubit/testing';
import { openStockroom, type Stockroom } from '../fixtures/stockroom.js';
import { PRESENT_STATUSES, STOCK_STATUSES, type StockStatus } from './stock-status.js';
import type { StockItem } from './stock-item.fields.js';

let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  ({ server, room } = await openStockroom());
});
afterAll(() => server.close());

const itemIn = async (status: StockStatus) => room.addItem(await room.addPart(), { qty: 1, status });
const statusOf = async (item: StockItem) => (await room.read(item)).fields.status;

describe('the status of a stock item', () => {
  it.each(PRESENT_STATUSES)('is set from %s to every other', async (from) => {
    const others = STOCK_STATUSES.filter((status) => status !== from);
    for (const status of others) {
      const item = await itemIn(from);
      await room.do('set_status', item, { status });
      expect(await statusOf(item)).toBe(status);
    }
    expect(others).toHaveLength(STOCK_STATUSES.length - 1);
  });

  it.each(PRESENT_STATUSES)('is %s again once its rejection or loss is reversed', async (from) => {
    for (const status of ['rejected', 'lost'] as const) {
      const item = await itemIn(from);
      const { result } = await room.do('set_status', item, { status });
      const [movement] = result.movements;
      await room.do('reverse', { kind: 'inventory:movement', id: movement!.id }, { reason: 'By mistake' });
      expect(await statusOf(item)).toBe(from);
    }
  });

  it('is set from lost to ok, and is final once it is destroyed', async () => {
    const [lost, destroyed] = [await itemIn('lost'), await itemIn('destroyed')];
    await room.do('set_status', lost, { status: 'ok' });
    expect(await statusOf(lost)).toBe('ok');
    expect(await room.refusalOf('set_status', destroyed, { status: 'ok' })).toEqual({
      status: 409,
      code: 'invalid_transition',
      details: ['/record invalid_transition'],
    });
  });
});
