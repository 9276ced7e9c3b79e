import { describe, expect, it } from '@jest/globals';
import { isSpec, readSource, sourceFiles } from './source-files.js';

/** `onTheQueue`, `WORTH_OVERLAPPING`, `part-news`: the words of a name, in lower case. */
const wordsOf = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
/** Joins words with dashes, so that a banned sequence of words can be searched as text. */
const dashed = (name: string) => `-${wordsOf(name).join('-')}-`;

const sources = sourceFiles().filter((path) => !isSpec(path));

const [, section = ''] = readSource('docs/contributing/words.md').split('## Banned in exported names');
const [table = ''] = section.split('\n## ');
const banned = [...table.matchAll(/^\| (`.*?`) +\|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
);

const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:class|const|function\*?|interface|let|type) (?<name>\w+)/gm;
const DEPRECATED = /@deprecated[^\n]*?\*\/\s*$|@deprecated(?:(?!\*\/)[\s\S])*\*\/\s*$/;

/** Exported names of a source, except those whose docstring marks them `@deprecated`. */
function exportedNames(source: string): string[] {
  return [...source.matchAll(EXPORT)]
    .filter(({ index }) => !DEPRECATED.test(source.slice(Math.max(0, index - 500), index)))
    .map(({ groups }) => groups?.['name'] ?? '');
}

const bannedIn = (name: string) => banned.filter((word) => dashed(name).includes(dashed(word)));

describe('words', () => {
  it('reads the banned words from the page', () => {
    expect(banned).toEqual(
      expect.arrayContaining(['tally', 'tell', 'told', 'refuse409', 'worthOverlapping', 'endings']),
    );
  });

  it('finds a banned word by the words of a name, not by its letters', () => {
    expect(bannedIn('tallyOf')).toEqual(['tally']);
    expect(bannedIn('WORTH_OVERLAPPING')).toEqual(['worthOverlapping']);
    expect(bannedIn('totallyNewsworthy')).toEqual([]);
  });

  it('exempts names that are marked @deprecated', () => {
    const source =
      '/** @deprecated Use `rollup`. */\nexport const tally = rollup;\n/** A count. */\nexport const news = 1;\n';

    expect(exportedNames(source)).toEqual(['news']);
  });

  it('allows no exported name with a banned word', () => {
    const found = sources.flatMap((path) =>
      exportedNames(readSource(path)).flatMap((name) => bannedIn(name).map((word) => `${path}: ${name} (${word})`)),
    );

    expect(sources.length).toBeGreaterThan(0);
    expect(found).toEqual([]);
  });

  it('allows no file whose name has a banned word', () => {
    const found = sources.flatMap((path) => {
      const [name = ''] = path.split('/').slice(-1);
      return bannedIn(name).map((word) => `${path} (${word})`);
    });

    expect(found).toEqual([]);
  });
});
