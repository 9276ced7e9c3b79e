import { describe, expect, it } from '@jest/globals';
import { addAmounts, singleAmount, negateAmounts } from './amounts.js';

describe('amounts', () => {
  it('are added exactly, per currency', () => {
    expect(addAmounts({ EUR: '0.1' }, { EUR: '0.2', USD: '1' })).toEqual({ EUR: '0.3', USD: '1' });
    expect(addAmounts({ EUR: '0.000000000001' }, { EUR: '999999999999999' })).toEqual({
      EUR: '999999999999999.000000000001',
    });
  });

  it('leave out zero sums', () => {
    const amounts = { EUR: '12.5', USD: '-3' };
    expect(addAmounts(amounts, negateAmounts(amounts))).toEqual({});
    expect(addAmounts({ EUR: '-0.25' }, { EUR: '0.5' })).toEqual({ EUR: '0.25' });
  });

  it('are zero where only the last place of quotients is left', () => {
    const third = '3.33333333333333333333';
    expect(addAmounts({ EUR: third }, { EUR: third }, { EUR: third }, { EUR: '-10' })).toEqual({});
    expect(addAmounts({ EUR: '0.000000000001' }, { EUR: '0.000000000001' })).toEqual({ EUR: '0.000000000002' });
  });

  it.each([
    [{}, undefined],
    [{ EUR: '1', USD: '1' }, undefined],
    [{ EUR: '12.5' }, { amount: '12.5000', currency: 'EUR' }],
    [{ EUR: '0.0005064' }, { amount: '0.000506', currency: 'EUR' }],
    [{ EUR: '-0.0000005' }, { amount: '-0.000001', currency: 'EUR' }],
    [{ EUR: '100' }, { amount: '100.0000', currency: 'EUR' }],
  ])('%j are formatted as %j', (amounts, money) => {
    expect(singleAmount(amounts)).toEqual(money);
  });
});
