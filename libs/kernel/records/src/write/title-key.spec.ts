import { describe, expect, it } from '@jest/globals';
import { titleKey } from './title-key.js';

const sorted = (titles: readonly string[]) => {
  const keys = titles.map((title) => ({ title, key: titleKey(title) }));
  return keys.toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key))).map(({ title }) => title);
};

describe('the key of a title', () => {
  it.each([
    ['numbers by their value', ['C02', 'C2', 'C10', 'C100', 'C100-2', 'C100-10']],
    ['numbers of any length', ['EAN 9', 'EAN 4006381333931', 'EAN 40063813339310', `EAN ${'9'.repeat(120)}`]],
    ['accents beside their letters', ['élan', 'Elko', 'Ente', 'Örtchen', 'Øse', 'oval', 'ozon', 'Straße', 'strasse 2']],
    ['letters without case, capitals first where all else is equal', ['Nut', 'nut', 'Nut M3', 'nut M3', 'Nutsert']],
    ['a title before those that begin with it', ['Nut', 'Nut ', 'Nut M4', 'Nut-M4', 'Nuts']],
    ['numbers before letters', ['3D printer', '10 mm drill', 'Drill']],
    ['letters of other scripts', ['Zug', 'Болт', 'гайка', 'ねじ']],
  ])('sorts %s', (_what, titles) => {
    const expected = titles.toSorted((a, b) => titles.indexOf(a) - titles.indexOf(b));
    expect(sorted(titles.toReversed())).toEqual(expected);
  });

  it('differs for different titles, and fits into an index', () => {
    const long = '𝛑'.repeat(499);
    expect(titleKey(`${long}a`)).not.toBe(titleKey(`${long}b`));
    for (const title of [long, '각'.repeat(500), '9'.repeat(500), 'ﷺ'.repeat(500)]) {
      const key = titleKey(title);
      expect(Buffer.byteLength(key)).toBeLessThan(2_600);
      expect(key.isWellFormed()).toBe(true);
    }
  });
});
