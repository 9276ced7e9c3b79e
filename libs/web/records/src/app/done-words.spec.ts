import { describe, expect, it } from '@jest/globals';
import { fillWords } from './done-words.js';

const VALUES: Readonly<Record<string, string>> = { title: '“Nuts, M3”', 'input.qty': '1,200', 'record.left': '2 pcs' };
const said = (words: string) => fillWords(words, (name) => VALUES[name] ?? '');

describe('fillWords', () => {
  it('says what happened, and what is so now beside it', () => {
    expect(said('Took {input.qty} of {title}, {record.left} left')).toEqual({
      text: 'Took 1,200 of “Nuts, M3”',
      rest: ', 2 pcs left',
    });
  });

  it('leaves out a part whose value is missing', () => {
    expect(said('Took some, {record.none} there, {record.left} left')).toEqual({
      text: 'Took some',
      rest: ', 2 pcs left',
    });
  });

  it('says nothing without what happened', () => {
    expect(said('Took {input.none}, {record.left} left')).toBeNull();
    expect(said('')).toBeNull();
  });
});
