import { describe, expect, it } from '@jest/globals';
import type { BomLine } from './bom-line.fields.js';
import { canBuild } from './can-build.js';
import { readExact, requiredQuantity, shownIn, toDecimal } from '@cubit/decimal';

const ONE = toDecimal(1);
const POUND = toDecimal('453.59237');

type LineFields = Partial<BomLine['fields']>;
const line = (assembly: string, component: string, qty_per: number, more: LineFields = {}) =>
  ({ fields: { assembly, component, qty_per, optional: false, ...more } }) as BomLine;
const built = (assembly: string, lines: readonly BomLine[], stock: Readonly<Record<string, number>>) =>
  canBuild(assembly, {
    lines: Map.groupBy(lines, ({ fields }) => fields.assembly),
    stock: new Map(Object.entries(stock).map(([part, qty]) => [part, { available: readExact(qty), size: ONE }])),
  });

describe('what a line needs', () => {
  const required = (fields: LineFields, assemblies: number) =>
    shownIn(requiredQuantity({ qty_per: 1, ...fields }, ONE, assemblies), ONE);

  it('is its quantity for each assembly, exactly', () => {
    expect(required({ qty_per: 0.1 }, 3)).toBe(0.3);
    expect(required({ qty_per: 0.000001 }, 1_000_000)).toBe(1);
    expect(required({ qty_per: 4 }, 0)).toBe(0);
  });

  it('includes scrap and set-up, rounded up to the multiple', () => {
    expect(required({ qty_per: 10, scrap_pct: 5 }, 10)).toBe(105);
    expect(required({ qty_per: 10, scrap_pct: 5, setup_qty: 3 }, 10)).toBe(108);
    expect(required({ qty_per: 10, scrap_pct: 5, setup_qty: 3, rounding_multiple: 25 }, 10)).toBe(125);
    expect(required({ qty_per: 25, rounding_multiple: 25 }, 1)).toBe(25);
  });
});

describe('what can be built', () => {
  it('is limited by the scarcest component', () => {
    const lines = [line('A', 'B', 2), line('A', 'C', 3)];
    expect(built('A', lines, { B: 10, C: 10 })).toBe(3);
    expect(built('A', lines, { B: 10 })).toBe(0);
    expect(built('A', lines, { B: 10, C: -4 })).toBe(0);
  });

  it('is 0 without a bill, and ignores optional lines', () => {
    expect(built('A', [], {})).toBe(0);
    expect(built('A', [line('A', 'B', 1, { optional: true })], { B: 5 })).toBe(0);
    expect(built('A', [line('A', 'B', 1), line('A', 'C', 1, { optional: true })], { B: 5 })).toBe(5);
  });

  it('uses substitutes if the component is short', () => {
    const lines = [line('A', 'B', 2, { substitutes: ['S', 'T'] }), line('A', 'S', 1)];
    expect(built('A', lines, { B: 4, S: 4, T: 4 })).toBe(4);
  });

  it('builds missing sub-assemblies, in whole units', () => {
    const lines = [line('A', 'B', 1), line('B', 'C', 3)];
    expect(built('A', lines, { B: 2, C: 10 })).toBe(5);
    expect(built('A', [line('A', 'B', 0.5), line('B', 'C', 2)], { C: 3 })).toBe(2);
  });

  it('counts once what several sub-assemblies need', () => {
    const lines = [line('A', 'B', 1), line('A', 'C', 1), line('B', 'D', 2), line('C', 'D', 3)];
    expect(built('A', lines, { D: 10 })).toBe(2);
    expect(built('A', lines, { B: 1, D: 10 })).toBe(2);
    expect(built('A', lines, { B: 1, C: 1, D: 10 })).toBe(3);
  });

  it('counts set-up once per build of a sub-assembly', () => {
    const lines = [line('A', 'B', 1), line('B', 'C', 1, { setup_qty: 5 })];
    expect(built('A', lines, { C: 15 })).toBe(10);
    expect(built('A', lines, { B: 3, C: 5 })).toBe(3);
  });

  it('counts what is in other units without rounding, except what is shown as nothing', () => {
    const stock = (grams: string) => new Map([['B', { available: readExact(grams), size: POUND }]]);
    const lines = (more: LineFields) => new Map([['A', [line('A', 'B', 2.204623, more)]]]);
    expect(canBuild('A', { lines: lines({ exact_qty_per: '1000' }), stock: stock('3000') })).toBe(3);
    expect(canBuild('A', { lines: lines({ exact_qty_per: '1000' }), stock: stock('2999') })).toBe(2);
    expect(canBuild('A', { lines: lines({}), stock: stock('1000') })).toBe(1);
  });

  it('makes sub-assemblies that are measured in another unit, in whole ones of it', () => {
    const bills = Map.groupBy([line('A', 'B', 0.5), line('B', 'C', 1)], ({ fields }) => fields.assembly);
    const stock = new Map([
      ['B', { available: 0n, size: toDecimal(1_000) }],
      ['C', { available: readExact(2), size: ONE }],
    ]);
    expect(canBuild('A', { lines: bills, stock })).toBe(4);
  });

  it('is limited if almost nothing is needed', () => {
    expect(built('A', [line('A', 'B', 0.000001)], { B: 1e9 })).toBe(1e9);
  });
});
