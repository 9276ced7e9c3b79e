import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@cubit/web-client';
import { checkValues, faultAt, splitError } from './faults.js';
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

describe('splitError', () => {
  const refusal = (path: string) =>
    new ApiError({
      ...{ status: 409, code: 'insufficient_stock', message: 'Too few.', requestId: 'r1' },
      details: [{ path, code: 'insufficient_stock', message: 'only 2 are left.' }],
    });
  const options = { base: '/input', names: ['qty'] };

  it('puts a fault at the field that its path names', () => {
    expect(splitError(refusal('/input/qty/0'), options)).toMatchObject({
      at: { '/qty/0': 'Only 2 are left.' },
      message: undefined,
    });
    expect(faultAt({ '/qty/0': 'Wrong.' }, '/qty', true)).toBe('Wrong.');
  });

  it('shows above the form what no field of it can show', () => {
    const { at, message, requestId } = splitError(refusal('/input/hidden'), options);
    expect(at).toEqual({});
    expect(message).toContain('only 2 are left.');
    expect(requestId).toBe('r1');
  });
});
