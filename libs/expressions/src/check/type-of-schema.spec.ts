import { describe, expect, it } from '@jest/globals';
import { celFieldOfSchema, celTypeOfSchema } from './type-of-schema.js';

describe('the type of a JSON Schema', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', format: 'uri' }, 'string'],
    [{ type: 'string', format: 'date-time' }, 'timestamp'],
    [{ type: 'string', format: 'date' }, 'timestamp'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'number' }, 'number'],
    [{ type: 'boolean' }, 'bool'],
    [{ type: ['string', 'null'] }, 'string'],
    [{ type: ['string', 'number'] }, 'json'],
    [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number'],
    [{ anyOf: [{ const: 'a' }, { const: 'b' }] }, 'string'],
    [{ oneOf: [{ type: 'number' }, { type: 'string' }] }, 'json'],
    [{ enum: ['a', 'b'] }, 'string'],
    [{ enum: ['a', 1] }, 'json'],
    [{ const: true }, 'bool'],
    [{ type: 'array', items: { type: 'string' } }, { list: 'string' }],
    [{ type: 'array' }, { list: 'json' }],
    [{ type: 'object' }, 'json'],
    [{ type: 'string', 'x-type': 'decimal' }, 'number'],
    [{ type: 'string', 'x-type': 'date' }, 'timestamp'],
    [
      { type: 'object', 'x-type': 'money', properties: {} },
      { object: { amount: { type: 'number' }, currency: { type: 'string' } } },
    ],
    [
      { type: 'object', additionalProperties: { type: 'object', properties: { min: { type: 'number' } } } },
      { object: {}, others: { type: { object: { min: { type: 'number', optional: true } } }, optional: true } },
    ],
    [
      { type: 'object', patternProperties: { '^.*$': { type: 'string' } } },
      { object: {}, others: { type: 'string', optional: true } },
    ],
    [{}, 'json'],
    [true, 'json'],
    [undefined, 'json'],
  ])('of %j is %j', (schema, type) => {
    expect(celTypeOfSchema(schema)).toEqual(type);
  });

  it('of an object has its properties with their types', () => {
    const schema = {
      type: 'object',
      required: ['partId'],
      properties: {
        partId: { type: 'string' },
        state: { anyOf: [{ const: 'on' }, { const: 'off' }, { type: 'null' }] },
      },
    };
    expect(celTypeOfSchema(schema)).toEqual({
      object: { partId: { type: 'string' }, state: { type: 'string', optional: true, enum: ['on', 'off'] } },
    });
    expect(celFieldOfSchema({ type: 'string', enum: ['a'] }, true)).toEqual({
      type: 'string',
      optional: true,
      enum: ['a'],
    });
  });

  it('stops at a recursive schema', () => {
    const schema: Record<string, unknown> = { type: 'object' };
    schema['properties'] = { parent: schema };
    expect(celTypeOfSchema(schema)).toHaveProperty('object.parent.type.object.parent');
  });
});
