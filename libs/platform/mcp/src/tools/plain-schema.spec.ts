import { describe, expect, it } from '@jest/globals';
import { plainSchema } from './plain-schema.js';

describe('the schema of a tool', () => {
  it('has definitions at its root, and pointers to them', () => {
    const inner = { $ref: '#/properties/lines/$defs/Line', $defs: { Line: { type: 'object', 'x-type': 'line' } } };
    expect(plainSchema({ type: 'object', properties: { lines: { type: 'array', items: inner } } })).toEqual({
      type: 'object',
      properties: { lines: { type: 'array', items: { $ref: '#/$defs/Line' } } },
      $defs: { Line: { type: 'object' } },
    });
  });

  it('lacks members of the product, own formats and the step of exact numbers, and keeps descriptions', () => {
    const qty = { type: 'number', multipleOf: 0.000001, 'x-unit': 'pcs', description: 'How many.' };
    const id = { type: 'string', format: 'uuid' };
    const properties = { qty, id, color: { type: 'string', format: 'color' }, 'x-kept': { const: { 'x-value': 1 } } };
    expect(plainSchema({ type: 'object', properties })).toEqual({
      type: 'object',
      properties: {
        qty: { type: 'number', description: 'How many.' },
        id,
        color: { type: 'string' },
        'x-kept': { const: { 'x-value': 1 } },
      },
    });
  });
});
