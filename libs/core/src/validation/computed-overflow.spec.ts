import { describe, expect, it } from '@jest/globals';
import { Type } from 'typebox';
import { Field } from '../contract/field.js';
import { computedOverflow } from './computed-overflow.js';
import { validate } from './validate.js';

const schema = Type.Object({ value: Type.Unsafe<unknown>({}) });
const overflowOf = (field: object, value: unknown) => {
  const whole = { value };
  const [fault] = validate({ ...schema, properties: { value: field } } as typeof schema, whole);
  if (!fault) throw new Error('The value fits.');
  return computedOverflow(fault, whole);
};

describe('a computed value out of range', () => {
  it.each([
    ['a sum', Field.decimal(), 1e9 + 1, '/value'],
    ['a sum', Field.decimal(), -1e9 - 1, '/value'],
    ['a product', Field.integer(), Number.MAX_SAFE_INTEGER, '/value'],
    ['a time', Field.datetime(), new Date(253_402_300_800_000).toISOString(), '/value'],
    ['a day', Field.date(), new Date(253_402_300_800_000).toISOString().slice(0, 10), '/value'],
    ['money', Field.money(), { amount: `1${'0'.repeat(15)}.0000`, currency: 'EUR' }, '/value/amount'],
  ])('as %s that nothing can hold is the caller’s', (_, field, value, path) => {
    expect(overflowOf(field, value)).toMatchObject({ path, code: expect.stringMatching(/^too_(large|small)$/) });
  });

  it.each([
    ['text', Field.datetime(), 'tomorrow'],
    ['text', Field.money(), { amount: 'much', currency: 'EUR' }],
    ['a fraction', Field.integer(), 0.5],
    ['no value', Field.decimal(), null],
  ])('as %s is a defect', (_, field, value) => {
    expect(overflowOf(field, value)).toBeNull();
  });
});
