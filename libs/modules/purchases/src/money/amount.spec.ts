import { describe, expect, it } from '@jest/globals';
import { toDecimal } from '@cubit/decimal';
import { amountOf, costOf, discounted, sumOf, totalOf } from './amount.js';

const eur = (amount: string) => ({ amount, currency: 'EUR' });

describe('an amount', () => {
  it('is rounded to the smallest unit of its currency, half away from zero', () => {
    const rounded = ['0.225', '-0.225', '13.795', '3', '0.0049'].map(
      (text) => totalOf(amountOf(eur(text)), 'EUR').amount,
    );
    expect(rounded).toEqual(['0.23', '-0.23', '13.80', '3.00', '0.00']);
    expect(totalOf(amountOf(eur('100.5')), 'JPY')).toEqual({ amount: '101', currency: 'JPY' });
    expect(totalOf(amountOf(eur('1.2345')), 'KWD')).toEqual({ amount: '1.235', currency: 'KWD' });
    expect(totalOf(amountOf(eur('1.005')), 'XYZ')).toEqual({ amount: '1.01', currency: 'XYZ' });
  });

  it('is added exactly, and absent amounts count as zero', () => {
    const sum = sumOf([amountOf(eur('0.1')), amountOf(eur('0.2')), amountOf(undefined), amountOf(eur('-0.3'))]);
    expect(totalOf(sum, 'EUR')).toEqual(eur('0.00'));
  });

  it('is reduced by a discount', () => {
    expect(totalOf(discounted(amountOf(eur('30')), 33.3), 'EUR')).toEqual(eur('20.01'));
    expect(totalOf(discounted(amountOf(eur('30')), 100), 'EUR')).toEqual(eur('0.00'));
    expect(totalOf(discounted(amountOf(eur('30')), undefined), 'EUR')).toEqual(eur('30.00'));
  });

  it('costs a fraction of a cent apiece where it is of thousands', () => {
    expect(costOf(amountOf(eur('2.53')), toDecimal(5000), 'EUR')).toEqual(eur('0.000506'));
    expect(costOf(amountOf(eur('10')), toDecimal(3), 'EUR')).toEqual(eur('3.333333'));
    expect(costOf(amountOf(eur('3.90')), toDecimal(100), 'EUR')).toEqual(eur('0.0390'));
  });
});
