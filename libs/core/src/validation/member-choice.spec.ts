import { describe, expect, it } from '@jest/globals';
import { Type } from 'typebox';
import { exactlyOne } from '../contract/exactly-one.js';
import { validate } from './validate.js';

const number = Type.Optional(Type.Number());
const closed = { additionalProperties: false } as const;
const Weighed = Type.Object({ qty: number, grams: number, note: number }, { ...closed, ...exactlyOne('qty', 'grams') });
const Numbered = Type.Object(
  { serials: number, start: number, count: number },
  { ...closed, ...exactlyOne('serials', ['start', 'count']) },
);

describe('a schema that requires exactly one member', () => {
  it.each([[{ qty: 1 }], [{ grams: 1, note: 2 }]])('takes %j', (value) => {
    expect(validate(Weighed, value)).toEqual([]);
  });

  it.each([
    [{}, '/qty', 'required', 'is required, or else `grams`.'],
    [{ note: 1 }, '/qty', 'required', 'is required, or else `grams`.'],
    [{ qty: 1, grams: 2 }, '/qty', 'one_of', 'cannot be combined with `grams`.'],
  ])('refuses %j at the member', (value, path, code, message) => {
    expect(validate(Weighed, value)).toEqual([{ path, code, message }]);
  });

  it.each([[{ serials: 1 }], [{ start: 1, count: 2 }]])('takes a whole group: %j', (value) => {
    expect(validate(Numbered, value)).toEqual([]);
  });

  it.each([
    [{}, '/serials', 'required', 'is required, or else `start` and `count`.'],
    [{ start: 1 }, '/count', 'required', 'is required.'],
    [{ serials: 1, count: 1 }, '/serials', 'one_of', 'cannot be combined with `count`.'],
  ])('refuses a part of a group: %j', (value, path, code, message) => {
    expect(validate(Numbered, value)).toEqual([{ path, code, message }]);
  });
});

describe('a schema that excludes a value', () => {
  const Delta = Type.Object({ delta: Type.Number({ not: { const: 0 } }) });

  it('accepts any other value and names the excluded one', () => {
    expect(validate(Delta, { delta: -1 })).toEqual([]);
    expect(validate(Delta, { delta: 0 })).toEqual([{ path: '/delta', code: 'enum', message: 'must not be 0.' }]);
  });
});
