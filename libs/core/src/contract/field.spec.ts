import { describe, expect, it } from '@jest/globals';
import { FIELD_TYPES, fieldTypeOf } from '@cubit/web-contract';
import { Type } from 'typebox';
import { computed, Field } from './field.js';

describe('Field', () => {
  it('makes fields of every type, and of no other', () => {
    const schemas = [
      ...[Field.text(), Field.longtext(), Field.integer(), Field.decimal(), Field.money(), Field.date()],
      ...[Field.datetime(), Field.enum(['a']), Field.enums(['a']), Field.ref('lab:a'), Field.refs('lab:a')],
      ...[Field.anyRef(), Field.user(), Field.users(), Field.file(), Field.boolean(), Field.url(), Field.email()],
      Field.json(Type.Object({})),
    ];

    expect(schemas.map(fieldTypeOf)).toEqual(FIELD_TYPES);
  });
});

describe('Field.colorAlpha', () => {
  it('is for programs: people give it with the colour', () => {
    expect(Field.colorAlpha()).toMatchObject({ 'x-ui': { hidden: true } });
  });
});

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

describe('Field.described', () => {
  it('takes title and description of a field, and nothing else of it', () => {
    const carrier = computed(Field.text({ title: 'Carrier', description: 'Who delivers the order.', default: 'DHL' }));
    const shared = Type.Optional(Type.String({ description: 'Any text.' }));
    const { properties, required } = Type.Object({ carrier: Field.described(carrier, shared) });

    expect(required).toBeUndefined();
    expect(properties.carrier).toEqual({ title: 'Carrier', description: 'Who delivers the order.', type: 'string' });
    expect(shared).toMatchObject({ description: 'Any text.' });
  });
});
