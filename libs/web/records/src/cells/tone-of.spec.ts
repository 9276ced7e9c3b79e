import { describe, expect, it } from '@jest/globals';
import { isHidden, shareOf, toneOf } from './tone-of.js';

describe('toneOf', () => {
  it('gives the most urgent tone', () => {
    const hints = { tone: { ok: { above: 0 }, warn: { below: 'minimum' }, bad: { below: 1 } } } as const;

    expect(toneOf(hints, 0, { minimum: 5 })).toBe('bad');
    expect(toneOf(hints, 3, { minimum: 5 })).toBe('warn');
    expect(toneOf(hints, 7, { minimum: 5 })).toBe('ok');
  });

  it('knows no tone without a bound', () => {
    expect(toneOf({ tone: { warn: { below: 'minimum' } } }, 3, {})).toBeUndefined();
  });
});

describe('shareOf', () => {
  const money = (amount: string, currency = 'EUR') => ({ amount, currency });

  it.each([
    ['a number of a number', 3, 12, {}, 0.25],
    ['a number of a field', 5, 'whole', { whole: 4 }, 1.25],
    ['nothing of a field', 0, 'whole', { whole: 4 }, 0],
    ['an amount of an amount', money('25.00'), 'whole', { whole: money('100.00') }, 0.25],
  ])('is %s', (_, value, of, fields, share) => {
    expect(shareOf(value, of, fields)).toBe(share);
  });

  it.each([
    ['is none', 3, 'whole', {}],
    ['is zero', 3, 'whole', { whole: 0 }],
    ['is in another currency', money('25.00'), 'whole', { whole: money('100.00', 'USD') }],
  ])('is unknown where the whole %s', (_, value, of, fields) => {
    expect(shareOf(value, of, fields)).toBeUndefined();
  });
});

describe('a value with a condition', () => {
  const hints = { visible: { field: 'status', is: 'done' } } as const;

  it('is hidden where the condition does not hold', () => {
    expect(isHidden(hints, { status: 'done' })).toBe(false);
    expect(isHidden(hints, { status: 'cancelled' })).toBe(true);
  });

  it('is shown where nothing is known of what it reads, or there is no condition', () => {
    expect(isHidden(hints, {})).toBe(false);
    expect(isHidden({}, { status: 'cancelled' })).toBe(false);
  });
});
