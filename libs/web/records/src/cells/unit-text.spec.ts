import { describe, expect, it } from '@jest/globals';
import { unitOwner, unitText } from './unit-text.js';

const ID = '0192f0c1-2d3e-7000-8000-000000000001';
const part = { id: ID, kind: 'lab:part', title: 'Glue', fields: { unit: 'g' } };
const references = [{ name: 'part', schema: { 'x-kind': 'lab:part' } }];
const ofPart = { unit: { field: 'part.unit' } };

describe('the unit of a number', () => {
  it.each([
    ['is a text of the hint', { unit: 'mm' }, {}, 'mm'],
    ['is that of another field', { unit: { field: 'unit' } }, { unit: 'kg' }, 'kg'],
    ['is that of an expanded reference', ofPart, { part }, 'g'],
    ['is that which was read of a reference', ofPart, { part: ID, 'part.unit': 'g' }, 'g'],
    ['is unknown of a reference that is not expanded', ofPart, { part: ID }, undefined],
    ['is unknown without a hint', {}, { unit: 'kg' }, undefined],
  ])('%s', (_, hints, fields, unit) => {
    expect(unitText(hints, fields)).toBe(unit);
  });
});

describe('the record that has the unit of a number', () => {
  it('is what a reference names by its id', () => {
    expect(unitOwner(ofPart, references, { part: ID })).toEqual({ kind: 'lab:part', id: ID, field: 'unit' });
  });

  it.each([
    ['of the record itself', { unit: { field: 'unit' } }, { unit: 'kg' }],
    ['of an expanded reference', ofPart, { part }],
    ['of no reference', ofPart, {}],
    ['of an expression in the place of an id', ofPart, { part: '${event.payload.partId}' }],
    ['of a reference that nobody declares', { unit: { field: 'box.unit' } }, { box: ID }],
  ])('is none for a unit %s', (_, hints, fields) => {
    expect(unitOwner(hints, references, fields)).toBeUndefined();
  });
});
