import { describe, expect, it } from '@jest/globals';
import type { CubitRecord } from '@cubit/web-client';
import { setBack } from './set-back.js';

const recordOf = (id: string, version: number, parts: { min?: unknown; tags?: readonly string[] }): CubitRecord => ({
  ...{ id, version, kind: 'inventory:part', title: id, fields: { min: parts.min ?? null }, tags: parts.tags ?? [] },
  ...{ created_at: '', updated_at: '', created_by: null, deleted_at: null },
});

describe('setting a field of many records back', () => {
  it('names the version of each record, and its own value', () => {
    const before = [recordOf('a', 1, { min: 5 }), recordOf('b', 4, { min: 6 })];
    const now = [recordOf('a', 2, { min: 40 }), recordOf('b', 5, { min: 40 })];
    expect(setBack('min', before, now)).toEqual({
      operations: [
        { op: 'update', id: 'a', version: 2, fields: { min: 5 } },
        { op: 'update', id: 'b', version: 5, fields: { min: 6 } },
      ],
      others: [],
    });
  });

  it('leaves the value that somebody else gave since, and sets it back where they changed something else', () => {
    const before = [recordOf('a', 1, { min: 5 }), recordOf('b', 1, { min: 5 }), recordOf('c', 1, { min: 5 })];
    const now = [recordOf('a', 2, { min: 40 }), recordOf('b', 3, { min: 9 }), recordOf('c', 3, { min: 40 })];
    const { operations, others } = setBack('min', before, now);
    expect(operations).toEqual([
      { op: 'update', id: 'a', version: 2, fields: { min: 5 } },
      { op: 'update', id: 'c', version: 3, fields: { min: 5 } },
    ]);
    expect(others.map(({ id }) => id)).toEqual(['b']);
  });

  it('changes no record that has its value already, or that is gone', () => {
    const before = [recordOf('a', 1, { min: 5 }), recordOf('b', 1, { min: 5 })];
    expect(setBack('min', before, [recordOf('a', 3, { min: 5 })])).toEqual({ operations: [], others: [] });
  });

  it('sets tags back, and references as their ids', () => {
    const before = [recordOf('a', 1, { tags: ['x'] })];
    expect(setBack('tags', before, [recordOf('a', 2, { tags: ['y'] })]).operations).toEqual([
      { op: 'update', id: 'a', version: 2, tags: ['x'] },
    ]);
    const bin = (id: string) => recordOf(id, 1, {});
    const linked = setBack('min', [recordOf('a', 1, { min: bin('one') })], [recordOf('a', 2, { min: bin('two') })]);
    expect(linked.operations).toEqual([{ op: 'update', id: 'a', version: 2, fields: { min: 'one' } }]);
  });
});
