import { describe, expect, it } from '@jest/globals';
import { addWorth, averageCost, isExpressible, negateWorth, stockValue, worthOf } from './worth.js';

const eur = (amount: string) => ({ amount, currency: 'EUR' });

describe('worth', () => {
  it('is exact, however small the quantity and large the price', () => {
    expect(worthOf(0.000001, eur('0.000001'))).toEqual([{ currency: 'EUR', qty: 0.000001, value: '0.000000000001' }]);
    expect(worthOf(123456789.123456, eur('99999.9999'))[0]?.value).toBe('12345678899999.9210876544');
    expect(worthOf(3, eur('-0.5'))[0]?.value).toBe('-1.5');
  });

  it('comes to nothing when all that was added is taken, in whatever order', () => {
    const parts = [0.1, 0.2, 7.654321].map((qty) => worthOf(qty, eur('0.3333')));
    const sum = parts.reduce(addWorth, []);
    expect(parts.map(negateWorth).reduce(addWorth, sum)).toEqual([]);
  });

  it('is rounded once, half away from zero, when it is told as money', () => {
    expect(stockValue(worthOf(0.5, eur('0.000001')))).toEqual(eur('0.000001'));
    expect(stockValue(worthOf(-0.5, eur('0.000001')))).toEqual(eur('-0.000001'));
    expect(stockValue(worthOf(0.4, eur('0.000001')))).toEqual(eur('0.0000'));
  });

  it('keeps the fractions of a cent that one of a reel costs, and adds them up to the reel', () => {
    expect(averageCost(worthOf(5_000, eur('0.000506')))).toEqual(eur('0.000506'));
    expect(stockValue(worthOf(5_000, eur('0.000506')))).toEqual(eur('2.5300'));
  });

  it('has an average only of what has a cost, in one currency', () => {
    expect(averageCost(addWorth(worthOf(1, eur('1')), worthOf(2, eur('2'))))).toEqual(eur('1.666667'));
    expect(averageCost(addWorth(worthOf(1, eur('1')), worthOf(2, { amount: '1', currency: 'USD' })))).toBeUndefined();
    expect(averageCost([])).toBeUndefined();
    const absurd = addWorth(worthOf(1.000001, eur('9'.repeat(14))), worthOf(-1, eur(`-${'9'.repeat(14)}`)));
    expect(averageCost(absurd)).toBeUndefined();
    expect(worthOf(5, undefined)).toEqual([]);
  });

  it('is kept up to fifteen digits before the point', () => {
    expect(isExpressible(worthOf(1, eur('9'.repeat(15))))).toBe(true);
    expect(isExpressible(worthOf(2, eur('9'.repeat(15))))).toBe(false);
  });
});
