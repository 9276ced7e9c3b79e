import { describe, expect, it } from '@jest/globals';
import { countOf, freeName, freePattern, namesOf, patternFor } from './names.js';

describe('names of rows', () => {
  it.each([
    ['A-{1..8}', 3, ['A-1', 'A-2', 'A-3']],
    ['{09}', 3, ['09', '10', '11']],
    ['Rack {Y}', 3, ['Rack Y', 'Rack Z', 'Rack AA']],
    ['Bin', 1, ['Bin']],
    ['Bin ', 2, ['Bin 1', 'Bin 2']],
  ] as const)('%s makes %i names', (pattern, count, names) => expect(namesOf(pattern, count)).toEqual(names));

  it('writes the end that a count has, and reads the count that an end means', () => {
    expect(patternFor('A-{1}', 8)).toBe('A-{1..8}');
    expect(patternFor('A-{01..03}', 12)).toBe('A-{01..12}');
    expect([countOf('A-{3..8}'), countOf('{A..D}'), countOf('A-{1}'), countOf('A-{8..1}')]).toEqual([
      6,
      4,
      undefined,
      undefined,
    ]);
  });

  it('finds a free name, and a free letter for a row', () => {
    expect([freeName('Rack', ['rack', 'Rack 2']), freeName('A-08', ['A-08']), freeName('Zone', [])]).toEqual([
      ...['Rack 3', 'A-09', 'Zone'],
    ]);
    expect([freePattern([]), freePattern(['A-1', 'A-2', 'Bench'])]).toEqual(['A-{1}', 'B-{1}']);
  });
});
