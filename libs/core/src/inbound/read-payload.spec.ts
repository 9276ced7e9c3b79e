import { describe, expect, it } from '@jest/globals';
import { Type } from 'typebox';
import { readPayload } from './read-payload.js';

const optionalText = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Order = Type.Object({
  id: Type.Integer(),
  note: optionalText,
  customer: Type.Optional(Type.Union([Type.Object({ name: Type.String(), phone: optionalText }), Type.Null()])),
  lines: Type.Optional(Type.Array(Type.Object({ sku: Type.String(), price: Type.Optional(Type.Number()) }))),
});

describe('reading the payload of another system', () => {
  it('drops optional members that do not match the schema, at every level', () => {
    expect(
      readPayload(Order, {
        id: 7,
        note: 12,
        customer: { name: 'Ada', phone: ['1'] },
        lines: [
          { sku: 'M3', price: '' },
          { sku: 'M4', price: 2 },
        ],
      }),
    ).toEqual({ id: 7, customer: { name: 'Ada' }, lines: [{ sku: 'M3' }, { sku: 'M4', price: 2 }] });
  });

  it('drops an optional object or list that lacks a required member', () => {
    expect(readPayload(Order, { id: 7, customer: { phone: '1' }, lines: [{ price: 2 }] })).toEqual({ id: 7 });
  });

  it('keeps null where the schema allows it, and drops members that the schema lacks', () => {
    expect(readPayload(Order, { id: 7, note: null, customer: null, more: true })).toEqual({
      id: 7,
      note: null,
      customer: null,
    });
  });

  it.each([
    ['is missing', {}, '/id'],
    ['has another type', { id: 'seven' }, '/id'],
  ])('refuses a payload where a required member %s, and names it', (_, payload, path) => {
    expect(() => readPayload(Order, payload)).toThrow(
      expect.objectContaining({ code: 'validation_failed', details: [expect.objectContaining({ path })] }),
    );
  });

  it.each([[null], ['text'], [[]], [7]])('refuses %j, which is no object', (payload) => {
    expect(() => readPayload(Order, payload)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });
});
