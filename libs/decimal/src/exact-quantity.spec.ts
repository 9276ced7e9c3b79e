import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { SEED } from '@cubit/testing';
import { toDecimal } from './decimal.js';
import { exactToText, leastOf, mostOf, readExact, shownIn, sumOfExact } from './exact-quantity.js';

describe('an exact quantity', () => {
  it.each([
    ['1000', '1000'],
    ['28.349523125', '28.349523125'],
    ['-0.000000000000000000000000000001', '-0.000000000000000000000000000001'],
    ['0.0', '0'],
  ])('is read from %s and written as %s', (text, written) => {
    expect(exactToText(readExact(text))).toBe(written);
  });

  it('is rounded to six places only where it is shown', () => {
    const kilo = readExact(1000);
    expect(shownIn(kilo, toDecimal('453.59237'))).toBe(2.204623);
    expect(shownIn(kilo / 4n, toDecimal('453.59237'))).toBe(0.551156);
    expect(shownIn(-kilo, toDecimal(3))).toBe(-333.333333);
  });

  it('is added, subtracted and compared without a loss', () => {
    const amounts = fc.array(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), { maxLength: 30 });
    fc.assert(
      fc.property(amounts, (micro) => {
        const quantities = micro.map((one) => readExact(one / 1_000_000));
        const [least, most] = [leastOf(0n, ...quantities), mostOf(0n, ...quantities)];
        expect(sumOfExact([...quantities, ...quantities.map((one) => -one)])).toBe(0n);
        expect(quantities.every((one) => least <= one && one <= most)).toBe(true);
      }),
      { seed: SEED },
    );
  });
});
