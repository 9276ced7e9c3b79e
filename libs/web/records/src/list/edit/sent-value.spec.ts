import type { Schema } from '@cubit/web-client';
import { describe, expect, it } from '@jest/globals';
import { fieldOfSchema } from '../../forms/model/form-field.js';
import { sentValue } from './sent-value.js';

const sent = (schema: Schema, value: unknown) => sentValue(fieldOfSchema('field', schema, false), value);
const decimal = { 'x-type': 'decimal' };
const words = { type: 'array', items: { type: 'string' } };

describe('the value of one field', () => {
  it('is sent as the API takes it', () => {
    expect(sent(decimal, '2.50')).toBe(2.5);
    expect(sent(decimal, '2,5x')).toBe('2,5x');
    expect(sent({ 'x-type': 'ref' }, { id: 'r1', title: 'Nut', fields: {} })).toBe('r1');
    expect(sent(words, ['red'])).toEqual(['red']);
    expect(sent({ 'x-type': 'money' }, { amount: '3.00', currency: 'EUR' })).toEqual({
      amount: '3.00',
      currency: 'EUR',
    });
    expect(sent({ 'x-type': 'boolean' }, false)).toBe(false);
  });

  it('is null where it is empty', () => {
    expect(sent({ 'x-type': 'text' }, '')).toBeNull();
    expect(sent(decimal, '')).toBeNull();
    expect(sent({ 'x-type': 'boolean' }, undefined)).toBeNull();
    expect(sent(words, [])).toBeNull();
    expect(sent({ 'x-type': 'money' }, { amount: '', currency: 'EUR' })).toBeNull();
  });
});
