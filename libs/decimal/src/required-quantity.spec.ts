import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { SEED } from '@cubit/testing';
import { toDecimal } from './decimal.js';
import { readExact, shownIn } from './exact-quantity.js';
import { requiredQuantity } from './required-quantity.js';

const MICRO = 1_000_000n;
const scaled = (value: number) => BigInt(Math.round(value * Number(MICRO)));
/** A quantity of up to six places, as users write them. */
const decimal = (max: number) => fc.integer({ min: 0, max: max * 1_000 }).map((thousandths) => thousandths / 1_000);
const bill = fc.record({
  qty_per: decimal(500),
  scrap_pct: decimal(100),
  setup_qty: decimal(50),
  rounding_multiple: decimal(20),
});
const PIECE = toDecimal(1);
const POUND = toDecimal('453.59237');

/** Exact numerator and denominator. */
function neededFraction({ qty_per, scrap_pct, setup_qty }: Record<string, number>, assemblies: number) {
  const denominator = MICRO * MICRO * 100n * MICRO;
  const gross = scaled(qty_per ?? 0) * scaled(assemblies) * (100n * MICRO + scaled(scrap_pct ?? 0));
  return { numerator: gross + scaled(setup_qty ?? 0) * (denominator / MICRO), denominator };
}

describe('the required quantity of a line of a bill', () => {
  it.each([
    [{ qty_per: 0.7, rounding_multiple: 0.3 }, 3, 2.1],
    [{ qty_per: 0.1, rounding_multiple: 0.1 }, 3, 0.3],
    [{ qty_per: 4, scrap_pct: 5, setup_qty: 1, rounding_multiple: 10 }, 10, 50],
    [{ qty_per: 1 }, 0, 0],
  ])('of %j for %d assemblies is %d', (line, assemblies, expected) => {
    expect(shownIn(requiredQuantity(line, PIECE, assemblies), PIECE)).toBe(expected);
    expect(shownIn(requiredQuantity(line, POUND, assemblies), POUND)).toBe(expected);
  });

  it('is a multiple of the exact quantity', () => {
    const line = { qty_per: 2.204623, exact_qty_per: '1000' };
    expect(requiredQuantity(line, POUND, 3)).toBe(readExact(3000));
    expect(requiredQuantity({ ...line, scrap_pct: 10, setup_qty: 1 }, POUND, 3)).toBe(readExact('3753.59237'));
  });

  it('is the smallest sufficient multiple', () => {
    const one = readExact(1);
    fc.assert(
      fc.property(bill, decimal(200), (line, assemblies) => {
        fc.pre(assemblies > 0);
        const required = requiredQuantity(line, PIECE, assemblies);
        const { numerator, denominator } = neededFraction(line, assemblies);
        const multiple = readExact(line.rounding_multiple) || 1n;

        expect(required % multiple).toBe(0n);
        expect(required * denominator >= numerator * one).toBe(true);
        // One multiple less is too little.
        expect((required - multiple) * denominator < numerator * one).toBe(true);
      }),
      { numRuns: 2_000, seed: SEED },
    );
  });
});
