import { describe, expect, it } from '@jest/globals';
import { Type } from 'typebox';
import { Field } from './field.js';

describe('Field.titled', () => {
  it('keeps an optional member optional, and leaves the shared schema alone', () => {
    const qty = Field.decimal({ minimum: 0, title: 'Quantity' });
    const shared = Type.Optional(qty);
    const { properties, required } = Type.Object({ used: Field.titled('Used', shared), qty });

    expect(required).toEqual(['qty']);
    expect(properties.used).toMatchObject({ title: 'Used', minimum: 0, 'x-type': 'decimal' });
    expect(qty).toMatchObject({ title: 'Quantity' });
  });
});
