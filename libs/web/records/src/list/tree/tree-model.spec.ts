import { describe, expect, it } from '@jest/globals';
import type { CubitRecord } from '@cubit/web-client';
import { allOpen, firstLevels, isRow, type Levels, levelsOf, rowsOf } from './tree-model.js';

const record = (id: string, parent: string | null = null): CubitRecord => ({
  ...{ id, kind: 'shop:shelf', title: id, fields: { parent }, tags: [], version: 1 },
  ...{ created_at: '', updated_at: '', created_by: null, deleted_at: null },
});

/** `hall: rack 1, rack 2` */
function levels(text: string): Levels {
  const inside = text.split('\n').map((line) => line.split(':').map((part) => part.trim()));
  const parents = new Map(inside.flatMap(([parent = '', list = '']) => list.split(', ').map((id) => [id, parent])));
  const ids = new Set(inside.flatMap(([parent = '', list = '']) => [parent, ...list.split(', ')]));
  return levelsOf(
    [...ids].filter(Boolean).map((id) => record(id, parents.get(id))),
    ({ fields }) => (fields['parent'] as string | null | undefined) ?? null,
  );
}

const shown = (of: Levels, open: ReadonlySet<string>) =>
  rowsOf(of, open).map((row) => (isRow(row) ? `${'-'.repeat(row.level - 1)}${row.record.id}` : row.note));

describe('levelsOf', () => {
  it('has at the top what is in nothing, and what is in a record that is not there', () => {
    const found = levelsOf([record('hall'), record('rack', 'hall'), record('bin', 'elsewhere')], ({ fields }) =>
      String(fields['parent']),
    );
    expect(found.get(null)?.records.map(({ id }) => id)).toEqual(['hall', 'bin']);
    expect(found.get('hall')?.records.map(({ id }) => id)).toEqual(['rack']);
  });
});

describe('firstLevels', () => {
  const workshop = levels('hall: rack 1, rack 2\nyard: shed\nrack 1: box 1, box 2, box 3\nrack 2: box 4');

  it('opens level by level what fits', () => {
    expect(shown(workshop, firstLevels(workshop, 9).open)).toEqual([
      'hall',
      '-rack 1',
      '--box 1',
      '--box 2',
      '--box 3',
      '-rack 2',
      '--box 4',
      'yard',
      '-shed',
    ]);
    expect(shown(workshop, firstLevels(workshop, 5).open)).toEqual(['hall', '-rack 1', '-rack 2', 'yard', '-shed']);
    expect(shown(workshop, firstLevels(workshop, 4).open)).toEqual(['hall', '-rack 1', '-rack 2', 'yard']);
  });

  it('always opens the only record of a level', () => {
    const building = levels('building: room 1, room 2, room 3');
    expect(shown(building, firstLevels(building, 2).open)).toHaveLength(4);
  });

  it('wants all of a level that is not loaded, together', () => {
    const part: Levels = new Map([[null, { records: [record('hall'), record('yard')], more: false }]]);
    expect(firstLevels(part, 50)).toEqual({ open: new Set(), wanted: ['hall', 'yard'] });
  });

  it('wants records alone of which an answer has a part, unless the part is too many already', () => {
    const records = [record('rack 1', 'hall'), record('rack 2', 'hall')];
    const part: Levels = new Map([
      [null, { records: [record('hall'), record('yard')], more: false }],
      ['hall', { records, more: true, isPart: true }],
      ['yard', { records: [], more: true, isPart: true }],
    ]);
    expect(firstLevels(part, 50).wanted).toEqual(['hall', 'yard']);
    expect(firstLevels(part, 3).wanted).toEqual([]);
    expect(shown(part, new Set(['hall']))).toEqual(['hall', 'loading', 'yard']);
  });
});

describe('rowsOf', () => {
  it('says what is loading, what is not all there, and in what nothing is', () => {
    const part: Levels = new Map([
      [null, { records: [record('hall'), record('yard'), record('shed')], more: true }],
      ['yard', { records: [], more: false }],
    ]);
    expect(shown(part, new Set(['hall']))).toEqual(['hall', 'loading', 'yard', 'shed', 'more']);
    expect(rowsOf(part, new Set()).map((row) => isRow(row) && row.isOpen)).toEqual([false, undefined, false, false]);
  });

  it('shows all records where all are open', () => {
    const workshop = levels('hall: rack 1\nrack 1: box');
    expect(shown(workshop, allOpen(workshop))).toEqual(['hall', '-rack 1', '--box']);
  });
});
