import { describe, expect, it } from '@jest/globals';
import { isConvertible } from '@cubit/units';
import { COMMON_UNITS, unitsLike } from '@cubit/web-contract';

describe('the units that people choose from', () => {
  it.each(COMMON_UNITS.map((units) => [units.join(', '), units] as const))(
    'convert into each other: %s',
    (_, units) => {
      for (const from of units)
        for (const to of units) expect([from, to, isConvertible({ from, to })]).toEqual([from, to, true]);
    },
  );

  it('stand alone where they are of their own', () => {
    expect(unitsLike('kg')).toEqual(['mg', 'g', 'kg', 't']);
    expect(unitsLike('box')).toEqual(['box']);
  });
});
