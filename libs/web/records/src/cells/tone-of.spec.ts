import { describe, expect, it } from '@jest/globals';
import { fieldsReadBy, toneOf } from './tone-of.js';

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

it('names the fields that hints read', () => {
  expect(fieldsReadBy({ unit: { field: 'unit' }, tone: { warn: { below: 'minimum' }, ok: { is: true } } })).toEqual([
    'minimum',
    'unit',
  ]);
});
