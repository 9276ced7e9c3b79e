import { describe, expect, it } from '@jest/globals';
import { defineKind, Field } from '@cubit/core';
import { createRegistry } from '@cubit/core/host';
import { Type } from 'typebox';
import { shownRecord } from './shown-record.js';
import { studio } from '../../fixtures/studio.module.js';

const slot = Type.Object({ label: Field.text(), piece: Type.Optional(Field.ref('studio:piece')) });
const box = defineKind({
  id: 'studio:box',
  title: ['Box', 'Boxes'],
  titleField: 'name',
  fields: Type.Object({
    name: Field.text(),
    piece: Type.Optional(Field.ref('studio:piece')),
    pieces: Type.Optional(Field.refs('studio:piece')),
    qty: Type.Optional(Field.decimal({ ui: { unit: { field: 'piece.name' } } })),
    slots: Type.Optional(Field.json(Type.Array(slot))),
  }),
});
const registry = createRegistry([{ ...studio, kinds: [...(studio.kinds ?? []), box] }]);
const shape = registry.kinds.get('studio:box')!.shape;

const cup = { id: 'c1', kind: 'studio:piece', title: 'Cup', fields: { name: 'Cup', rank: 3 }, created_by: 'u1' };
const record = (fields: object) => ({
  ...{ id: 'b1', kind: 'studio:box', title: 'Box', created_by: 'u1' },
  fields: fields as Readonly<Record<string, unknown>>,
});

describe('what a display reads of a record', () => {
  it('is the named fields that have a value', () => {
    const shown = shownRecord(record({ name: 'Box', qty: 4, piece: null }), shape, ['qty', 'piece']);
    expect(shown).toEqual({ id: 'b1', kind: 'studio:box', title: 'Box', fields: { qty: 4 } });
  });

  it('is the titles of other records, with the unit of a quantity that one of them has', () => {
    const { fields } = shownRecord(record({ piece: cup, pieces: [cup, 'gone'], qty: 4 }), shape, [
      'piece',
      'pieces',
      'qty',
    ]);
    const { id, kind, title } = cup;
    expect(fields['piece']).toEqual({ id, kind, title, fields: { name: 'Cup' } });
    expect(fields['pieces']).toEqual([{ id, kind, title, fields: {} }, 'gone']);
  });

  it('is the members of entries that name no record', () => {
    const slots = [{ label: 'A', piece: 'c1' }, { label: 'B' }];
    expect(shownRecord(record({ slots }), shape, ['slots']).fields).toEqual({
      slots: [{ label: 'A' }, { label: 'B' }],
    });
  });
});
