import { describe, expect, it } from '@jest/globals';
import { Type } from 'typebox';
import type { KindChanges } from '../contract/changes.js';
import { Field } from '../contract/field.js';
import { defineKind } from '../contract/kind.js';
import { fieldTransform } from './transform-fields.js';

const kindWith = (changes: KindChanges) =>
  defineKind({
    id: 'lab:item',
    title: ['Item', 'Items'],
    titleField: 'name',
    fields: Type.Object({ name: Field.text() }),
    changes,
  });

const changes: KindChanges = {
  '2.0.0': { rename: { speed_mm_s: 'rate' }, remove: ['power'], fill: { vendor: 'unknown' } },
  '3.0.0': {
    rename: { rate: 'speed', left: 'right', right: 'left' },
    convert: {
      lens: {
        from: Field.text(),
        to: Field.integer(),
        with(old) {
          if (typeof old !== 'string' || Number.isNaN(Number(old))) throw new Error(`'${String(old)}' is no number`);
          return Number(old);
        },
      },
    },
  },
};

describe('the declared changes of a kind', () => {
  it('are applied in the order of the versions, whatever the order of their declaration', () => {
    const { apply } = fieldTransform(kindWith(Object.fromEntries(Object.entries(changes).reverse())), '1.0.0', '3.0.0');

    expect(apply({ name: 'A', speed_mm_s: 20, power: 5, lens: '38', left: 1, right: 2 })).toEqual({
      name: 'A',
      speed: 20,
      vendor: 'unknown',
      lens: 38,
      left: 2,
      right: 1,
    });
  });

  it('are those after the version that wrote the records, up to the present one', () => {
    expect(fieldTransform(kindWith(changes), '2.0.0', '2.5.0').isDeclared).toBe(false);
    expect(fieldTransform(kindWith(changes), '1.0.0', '2.0.0').apply({ speed_mm_s: 1, vendor: 'B' })).toEqual({
      rate: 1,
      vendor: 'B',
    });
  });

  it('give the new name of a field, and none for a removed one', () => {
    const { newNameOf, written } = fieldTransform(kindWith(changes), '1.0.0', '3.0.0');

    expect(['speed_mm_s', 'power', 'name', 'left'].map(newNameOf)).toEqual(['speed', undefined, 'name', 'right']);
    expect([...written].sort()).toEqual(['left', 'lens', 'right', 'speed', 'vendor']);
  });

  it('name the field whose conversion fails', () => {
    const { apply } = fieldTransform(kindWith(changes), '2.0.0', '3.0.0');

    expect(() => apply({ lens: 'wide' })).toThrow("The conversion of 'lens' fails: 'wide' is no number");
  });
});
