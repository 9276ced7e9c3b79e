import { describe, expect, it } from '@jest/globals';
import { exactToText, readExact } from '@cubit/decimal';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { inOrderOfUse, pickStock } from './pick-stock.js';

const item = (id: string, fields: Partial<StockItem['fields']> = {}): StockItem => ({
  id,
  kind: 'inventory:stock_item',
  title: id,
  fields: { part: 'p', qty: 1, status: 'ok', ...fields },
  tags: [],
  version: 1,
  created_at: `2026-01-0${id}T00:00:00.000Z`,
  updated_at: `2026-01-0${id}T00:00:00.000Z`,
  created_by: null,
  deleted_at: null,
});
const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

describe('the order of use', () => {
  it('is opened first, then what expires first, then the oldest', () => {
    const items = [
      item('2'),
      item('1'),
      item('3', { expires_on: '2027-01-01' }),
      item('4', { expires_on: '2026-06-01' }),
      item('5', { opened_at: '2026-01-01T00:00:00.000Z' }),
      item('6', { opened_at: '2026-02-01T00:00:00.000Z', expires_on: '2026-05-01' }),
    ];
    expect(ids(inOrderOfUse(items))).toEqual(['6', '5', '4', '3', '1', '2']);
  });
});

describe('picking stock', () => {
  it('picks free stock until the quantity is reached', () => {
    const candidates = [
      { item: item('1'), free: readExact(0.1) },
      { item: item('2'), free: readExact(0) },
      { item: item('3'), free: readExact(5) },
    ];
    const { takes, short } = pickStock(candidates, readExact(0.3));
    expect([takes.map(({ item: { id }, qty }) => [id, exactToText(qty)]), exactToText(short)]).toEqual([
      [
        ['1', '0.1'],
        ['3', '0.2'],
      ],
      '0',
    ]);
    expect(pickStock(candidates, readExact(6)).short).toBe(readExact(0.9));
  });

  it('picks an item with a serial number whole or not at all', () => {
    const candidates = [
      { item: item('1', { serial: 'A' }), free: readExact(1) },
      { item: item('2', { qty: 3 }), free: readExact(3) },
    ];
    expect(pickStock(candidates, readExact(0.5)).takes.map(({ item: { id } }) => id)).toEqual(['2']);
    expect(pickStock(candidates, readExact(1.5)).takes.map(({ item: { id }, qty }) => [id, exactToText(qty)])).toEqual([
      ['1', '1'],
      ['2', '0.5'],
    ]);
  });
});
