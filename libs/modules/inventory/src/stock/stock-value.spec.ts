import { describe, expect, it } from '@jest/globals';
import { type Money, readExact, toDecimal } from '@cubit/decimal';
import * as values from './stock-value.js';
import { addValues, isExpressible, negateValues, totalValue } from './stock-value.js';

const eur = (amount: string) => ({ amount, currency: 'EUR' });
/** Of stock that was paid piece by piece, or as `pieces` together. */
const stockValueOf = (qty: number, paid: Money | undefined, pieces = 1) =>
  values.stockValueOf(readExact(qty), paid && { ...paid, qty: String(pieces) });
const averageCost = (worth: readonly values.StockValue[]) => values.averageCost(worth, toDecimal(1));

describe('the value of stock', () => {
  it('is exact, however small the quantity and large the price', () => {
    expect(stockValueOf(0.000001, eur('0.000001'))).toEqual([
      { currency: 'EUR', qty: '0.000001', value: '0.000000000001' },
    ]);
    expect(stockValueOf(123456789.123456, eur('99999.9999'))[0]?.value).toBe('12345678899999.9210876544');
    expect(stockValueOf(3, eur('-0.5'))[0]?.value).toBe('-1.5');
  });

  it('is zero when all stock is removed, in any order', () => {
    const parts = [0.1, 0.2, 7.654321].map((qty) => stockValueOf(qty, eur('0.3333')));
    const sum = parts.reduce(addValues, []);
    expect(parts.map(negateValues).reduce(addValues, sum)).toEqual([]);
  });

  it('is rounded once, half away from zero, when converted to money', () => {
    expect(totalValue(stockValueOf(0.5, eur('0.000001')))).toEqual(eur('0.000001'));
    expect(totalValue(stockValueOf(-0.5, eur('0.000001')))).toEqual(eur('-0.000001'));
    expect(totalValue(stockValueOf(0.4, eur('0.000001')))).toEqual(eur('0.0000'));
  });

  it('keeps the fractions of a cent of a unit cost, and adds them up to the price of the reel', () => {
    expect(averageCost(stockValueOf(5_000, eur('0.000506')))).toEqual(eur('0.000506'));
    expect(totalValue(stockValueOf(5_000, eur('0.000506')))).toEqual(eur('2.5300'));
  });

  it('is the share of what was paid, so that all of it is worth the price', () => {
    const used = Array.from({ length: 13 }, () => stockValueOf(1, eur('15.00'), 13)).reduce(addValues);
    expect(totalValue(used)).toEqual(eur('15.0000'));
    expect(totalValue(stockValueOf(3, eur('10.00'), 3))).toEqual(eur('10.0000'));
    expect(totalValue(stockValueOf(20_000, eur('3.47'), 20_000))).toEqual(eur('3.4700'));
    expect(totalValue(stockValueOf(1, eur('10.00'), 3))).toEqual(eur('3.333333'));
  });

  it('has an average only over stock with a cost, in one currency', () => {
    expect(averageCost(addValues(stockValueOf(1, eur('1')), stockValueOf(2, eur('2'))))).toEqual(eur('1.666667'));
    expect(
      averageCost(addValues(stockValueOf(1, eur('1')), stockValueOf(2, { amount: '1', currency: 'USD' }))),
    ).toBeUndefined();
    expect(averageCost([])).toBeUndefined();
    const absurd = addValues(stockValueOf(1.000001, eur('9'.repeat(14))), stockValueOf(-1, eur(`-${'9'.repeat(14)}`)));
    expect(averageCost(absurd)).toBeUndefined();
    expect(stockValueOf(5, undefined)).toEqual([]);
  });

  it('is exact up to fifteen digits before the point', () => {
    expect(isExpressible(stockValueOf(1, eur('9'.repeat(15))))).toBe(true);
    expect(isExpressible(stockValueOf(2, eur('9'.repeat(15))))).toBe(false);
  });
});
