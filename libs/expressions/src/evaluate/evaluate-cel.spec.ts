import { describe, expect, it } from '@jest/globals';
import type { CelSchema } from '../values/cel-type.js';
import { checkCel } from '../check/check-cel.js';
import { evaluateCel } from './evaluate-cel.js';

const MOMENT = { now: new Date('2026-02-10T12:00:00.000Z') };

const schema: CelSchema = {
  variables: {
    event: {
      type: {
        object: {
          name: { type: 'string' },
          occurred_at: { type: 'timestamp' },
          payload: {
            type: {
              object: {
                partId: { type: 'string' },
                quantity: { type: 'number' },
                price: { type: 'number' },
                ids: { type: { list: 'string' } },
              },
            },
          },
        },
      },
    },
    extra: { type: 'json' },
    numbers: { type: { list: 'number' } },
    took: { type: 'duration' },
    text: { type: 'string' },
  },
};

function evaluate(expression: string, values: Record<string, unknown> = {}): unknown {
  return evaluateCel(checkCel(expression, schema), values, MOMENT);
}

describe('an expression in memory', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['0.1 + 0.2', 0.3],
    ['7 / 2', 3.5],
    ['-7 % 3', -1],
    ['1 / 3', 0.333333333333],
    ['0x1F', 31],
    ['"a" + "b"', 'ab'],
    ['[1, 2 + 3]', [1, 5]],
    ['[1, 2, 3].filter(n, n > 1).map(n, n * 2)', [4, 6]],
    ['now()', '2026-02-10T12:00:00.000Z'],
    ['now() + duration("36h")', '2026-02-12T00:00:00.000Z'],
    ['timestamp("2026-02-10T13:00:00+01:00") == now()', true],
    ['now() - timestamp("2026-02-09")', '129600s'],
    ['1 / 0', null],
    ['timestamp("9999-12-31") + duration("1d")', null],
    ['string(1.50) + "!"', '1.5!'],
  ])('returns plain JSON: %s', (expression, expected) => {
    expect(evaluate(expression)).toEqual(expected);
  });

  it('returns a field unchanged, including decimal text', () => {
    const event = { payload: { price: '12.5000', ids: ['a', 'b'] } };
    expect(evaluate('event.payload.price', { event })).toBe('12.5000');
    expect(evaluate('event.payload.price * 2', { event })).toBe(25);
    expect(evaluate('event.payload', { event })).toEqual(event.payload);
    expect(evaluate('event.payload.ids[1]', { event })).toBe('b');
  });

  it('returns null for absent values, null, and values of another type than declared', () => {
    expect(evaluate('event.payload.quantity', {})).toBeNull();
    expect(evaluate('event.payload.quantity', { event: { payload: { quantity: null } } })).toBeNull();
    expect(evaluate('event.payload.quantity', { event: { payload: { quantity: [1] } } })).toBeNull();
    expect(evaluate('event.payload.ids[7]', { event: { payload: { ids: [] } } })).toBeNull();
  });

  it('reads own properties only', () => {
    expect(evaluate('has(extra.constructor) || has(extra.toString) || extra["__proto__"] != null', { extra: {} })).toBe(
      false,
    );
  });

  it('parses a duration in its own output format', () => {
    expect(evaluate('took > duration("1h") && took < duration("2h")', { took: '5400s' })).toBe(true);
  });

  it('converts a value of unknown shape to the type that the context requires', () => {
    const extra = { n: 4.5, s: 'x', list: [1, 'a', null], deep: { flag: true } };
    expect(evaluate('extra.n * 2', { extra })).toBe(9);
    expect(evaluate('extra.s + "y"', { extra })).toBe('xy');
    expect(evaluate('extra.deep.flag && !extra.s', { extra })).toBe(true);
    expect(evaluate('extra.list.map(e, string(e))', { extra })).toEqual(['1', 'a', null]);
    expect(evaluate('string(extra.list)', { extra })).toBe('[1,"a",null]');
  });

  it('stops when a text grows beyond its limit', () => {
    const expression = `text${' + text'.repeat(20)}`;
    expect(() => evaluate(expression, { text: 'x'.repeat(100_000) })).toThrow(
      expect.objectContaining({ code: 'limit' }),
    );
  });

  it('stops a search that a crafted pair of texts makes quadratic', () => {
    const values = { text: 'a'.repeat(1_000_000), extra: `${'a'.repeat(400_000)}b` };
    expect(() => evaluate('text.contains(extra)', values)).toThrow(expect.objectContaining({ code: 'limit' }));
  });

  it('stops at a list that is too long to search', () => {
    const numbers = Array.from({ length: 10_001 }, (_, index) => index);
    expect(() => evaluate('numbers.exists(n, n < 0)', { numbers })).toThrow(expect.objectContaining({ code: 'limit' }));
    expect(evaluate('size(numbers)', { numbers })).toBe(10_001);
  });
});
