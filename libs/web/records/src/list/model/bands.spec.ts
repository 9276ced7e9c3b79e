import { describe, expect, it } from '@jest/globals';
import { bandedSort, bandKey, bandsOf, Lines } from './bands.js';

const groups = [
  { value: null, title: 'No priority', count: 1 },
  { value: 'high', title: 'High', count: 2 },
  { value: 'urgent', title: 'Urgent', count: 0 },
  { value: 'low', title: 'Low', count: 3 },
];

describe('bands of a table', () => {
  it('begin after the records of the groups before them, without empty groups', () => {
    const others = { value: undefined, title: 'Other values', count: undefined };
    expect(bandsOf([...groups, others]).map(({ title, first }) => `${title} ${first}`)).toEqual([
      'No priority 0',
      'High 1',
      'Low 3',
      'Other values 6',
    ]);
  });

  it('take a line each before their records', () => {
    const lines = new Lines(bandsOf(groups), 6);
    const all = Array.from({ length: lines.count }, (_, line) => lines.at(line));

    expect(all.map((found) => ('band' in found ? found.band.title : found.record))).toEqual([
      'No priority',
      0,
      'High',
      1,
      2,
      'Low',
      3,
      4,
      5,
    ]);
    expect([0, 1, 2, 3].map((record) => lines.ofRecord(record))).toEqual([1, 3, 4, 6]);
    expect(lines.ofHead(3)).toBe(5);
    expect(lines.records(1, 6)).toEqual([
      [0, 0],
      [1, 2],
      [3, 3],
    ]);
  });

  it('take the lines of their records where they are folded', () => {
    const lines = new Lines(bandsOf(groups), 6, new Set(['high', null].map((value) => bandKey({ value }))));

    expect(lines.count).toBe(6);
    expect([0, 1, 2, 3].map((record) => lines.ofRecord(record))).toEqual([0, 1, 1, 3]);
    expect([1, 2, 3].map((line) => lines.at(line))).toMatchObject([
      { band: { title: 'High' }, isFolded: true },
      { band: { title: 'Low' }, isFolded: false },
      { record: 3 },
    ]);
    expect(lines.records(0, 5)).toEqual([[3, 5]]);
  });

  it('are left out where a count is older than the rows', () => {
    const lines = new Lines(bandsOf(groups), 2);

    expect(lines.count).toBe(4);
    expect(lines.at(3)).toEqual({ record: 1 });
  });

  it('sort by the group first, in the direction that is asked for', () => {
    expect(bandedSort('-name', 'state')).toBe('state,-name');
    expect(bandedSort(undefined, 'state')).toBe('state');
    expect(bandedSort('-state,name', 'state')).toBe('-state,name');
    expect(bandedSort('name', undefined)).toBe('name');
    expect(bandedSort('name,-state', 'state')).toBe('-state,name');
    expect(bandedSort('a,b,c,d,e', 'state')).toBe('state,a,b,c,d');
  });
});
