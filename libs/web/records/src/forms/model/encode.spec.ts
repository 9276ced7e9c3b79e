import { describe, expect, it } from '@jest/globals';
import { encode, patchOf } from './encode.js';
import { fieldsOfSchema } from './form-field.js';

const fields = fieldsOfSchema({
  type: 'object',
  required: ['qty', 'parent'],
  properties: {
    qty: { type: 'number', 'x-type': 'decimal' },
    parent: { anyOf: [{ type: 'string', 'x-type': 'ref', 'x-kind': 'a:b' }, { type: 'null' }] },
    size: { type: 'object', required: ['side'], properties: { side: { type: 'number' } } },
    lines: {
      type: 'array',
      items: {
        type: 'object',
        required: ['item', 'qty'],
        properties: { item: { type: 'string' }, qty: { type: 'number', exclusiveMinimum: 0 } },
      },
    },
  },
});

describe('encode', () => {
  it('sends digits as numbers, leaves out what is empty, and sends null for a required member that may be null', () => {
    expect(encode(fields, { qty: '0.1', size: undefined, lines: [] }).value).toEqual({ qty: 0.1, parent: null });
  });

  it('keeps digits that are no number yet, so that the server can refuse them', () => {
    expect(encode(fields, { qty: '1e', size: { side: '2.50' } }).value).toMatchObject({
      qty: '1e',
      size: { side: 2.5 },
    });
  });

  it('leaves out prepared rows without their number, and finds the row of a fault', () => {
    const row = (item: string, qty: string) => ({ $prepared: true, item, qty });
    const { value, place } = encode(fields, { qty: '1', lines: [row('a', ''), row('b', '0'), row('c', '3'), {}] });
    expect(value['lines']).toEqual([{ item: 'c', qty: 3 }]);
    expect(place('/lines/0/qty')).toBe('/lines/2/qty');
  });
});

describe('patchOf', () => {
  it('has only what differs, and null for what was removed', () => {
    const before = { qty: 1, parent: 'x', size: { side: 2 } };
    expect(patchOf(fields, before, { qty: '1', parent: 'x', size: { side: '2' } })).toEqual({});
    expect(patchOf(fields, before, { qty: '2', parent: 'x' })).toEqual({ qty: 2, size: null });
  });
});
