import { describe, expect, it } from '@jest/globals';
import { checkValues, faultAt } from './faults.js';
import { fieldsOfSchema } from './form-field.js';

const fields = fieldsOfSchema({
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', title: 'Name' },
    count: { type: 'integer', minimum: 1 },
    size: { type: 'object', required: ['side'], properties: { side: { type: 'number' } } },
  },
});

describe('checkValues', () => {
  it('names what is missing, but nothing of an optional object that is absent', () => {
    expect(checkValues(fields, {})).toEqual({ '/name': 'Is required.' });
    expect(checkValues(fields, { name: 'x', size: {} })).toEqual({ '/size/side': 'Is required.' });
  });

  it.each([
    ['one', 'Must be a number.'],
    ['1.5', 'Must be a whole number.'],
    ['0', 'Must be at least 1.'],
  ])('refuses the integer %j', (count, fault) => {
    expect(checkValues(fields, { name: 'x', count })).toEqual({ '/count': fault });
  });
});

describe('faultAt', () => {
  it('finds the fault of a path, or below it', () => {
    expect(faultAt({ '/qty/0': 'Wrong.' }, '/qty')).toBeUndefined();
    expect(faultAt({ '/qty/0': 'Wrong.' }, '/qty', true)).toBe('Wrong.');
  });
});
