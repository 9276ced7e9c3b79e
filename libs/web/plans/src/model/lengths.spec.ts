import { describe, expect, it } from '@jest/globals';
import { formatLength, lengthText, parseLength } from './lengths.js';
import { UNITS } from './plan.js';

describe('lengths', () => {
  it.each([
    ['1200', 'mm', 1_200],
    ['1.2', 'm', 1_200],
    ['1,2 m', 'mm', 1_200],
    ['80 cm', 'm', 800],
    [`3' 6"`, 'mm', 1_067],
    ['.5m', 'mm', 500],
    ['-40', 'mm', -40],
  ] as const)('reads %s in %s as %i mm', (text, unit, mm) => expect(parseLength(text, unit)).toBe(mm));

  it.each(['', 'wide', '1.2 x', '1 2 3 km'])('refuses %j', (text) => expect(parseLength(text, 'mm')).toBeNull());

  it('writes each whole millimetre so that it is read as the same', () => {
    for (const unit of UNITS)
      for (let mm = 1; mm < 3_000; mm += 7)
        expect([unit, parseLength(formatLength(mm, unit), unit)]).toEqual([unit, mm]);
  });

  it('names the unit', () => expect(lengthText(1_250, 'm')).toBe('1.25 m'));
});
