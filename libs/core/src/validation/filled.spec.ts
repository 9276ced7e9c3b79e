import { describe, expect, it } from '@jest/globals';
import { Type } from 'typebox';
import { filled } from './filled.js';

const schema = Type.Object({
  goal: Type.Integer({ default: 5 }),
  note: Type.Optional(Type.String()),
  hours: Type.Object({ from: Type.Integer({ default: 8 }) }, { default: {} }),
  lines: Type.Array(Type.Object({ qty: Type.Integer({ default: 1 }) }), { default: [] }),
});
const defaults = { goal: 5, hours: { from: 8 }, lines: [] };

describe('the defaults of a schema', () => {
  it('are what the value lacks, within objects and lists too', () => {
    expect(filled(schema, {})).toEqual(defaults);
    expect(filled(schema, { goal: 2, lines: [{}, { qty: 3 }] })).toEqual({
      goal: 2,
      hours: { from: 8 },
      lines: [{ qty: 1 }, { qty: 3 }],
    });
  });

  it('do not replace null, and leave unknown members', () => {
    expect(filled(schema, { goal: null, other: 1 })).toEqual({ ...defaults, goal: null, other: 1 });
  });

  it('are those of plain JSON Schema, as an older TypeBox makes it', () => {
    expect(filled(JSON.parse(JSON.stringify(schema)) as object, {})).toEqual(defaults);
  });

  it('and the value stay as they are', () => {
    const value = { lines: [{}] };
    filled(schema, value);

    expect(value).toEqual({ lines: [{}] });
    expect(schema.properties.hours).toMatchObject({ default: {} });
    expect(filled(schema, {})).toEqual(defaults);
  });
});
