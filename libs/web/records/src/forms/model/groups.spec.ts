import { describe, expect, it } from '@jest/globals';
import { groupFields } from './groups.js';

const fields = [
  { name: 'note', required: false },
  { name: 'name', required: true },
  { name: 'width', required: false },
  { name: 'height', required: true },
];

describe('the groups of a form', () => {
  it('begin with the fields without a group, required ones first', () => {
    const [first] = groupFields(fields);
    expect(first).toMatchObject({ title: null, collapsed: false });
    expect(first?.fields.map(({ name }) => name)).toEqual(['name', 'height', 'note', 'width']);
  });

  it('have their fields in the declared order, and none that the form does not have', () => {
    const groups = groupFields(fields, [
      { title: 'Size', fields: ['height', 'depth', 'width'], collapsed: true },
      { title: 'Empty', fields: ['colour'] },
    ]);
    expect(groups.map(({ title, fields: of }) => [title, of.map(({ name }) => name)])).toEqual([
      [null, ['name', 'note']],
      ['Size', ['height', 'width']],
    ]);
    expect(groups[1]?.collapsed).toBe(true);
  });

  it('say which of them lead a page', () => {
    const groups = groupFields(fields, [
      { title: 'Size', fields: ['height'], lead: true },
      { title: 'Note', fields: ['note'] },
    ]);
    expect(groups.map(({ lead }) => lead)).toEqual([false, true, false]);
  });
});
