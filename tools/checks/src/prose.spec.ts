import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');
const find = (patterns: readonly string[]) =>
  globSync(patterns, { cwd: root, exclude: (path) => /node_modules|\/dist\//.test(path) }).sort();

const WORD_LIST = 'docs/contributing/words.md';
const [, table = ''] = read(WORD_LIST).split('## Banned in prose');
const phrases = [...table.matchAll(/^\| (`.*?`) +\|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, phrase = '']) => phrase),
);
const BANNED = new RegExp(`(?<![\\w-])(?:${phrases.join('|')})(?![\\w-])`, 'gi');

const COMMENT = /^\s*(?:\/\/|\/?\*+)(?<own>.*)$|\s\/\/ (?<trailing>.*)$/;
const TITLE = /(?:\b(?:it|describe)(?:\.each\b.*)?|^\s*\]\)|^\s*\] as const\))\((?<quote>['"`])(?<title>.*)\k<quote>/;
const DESCRIPTION = /\b(?:description|meaning|message|summary|title): (?<quote>['"`])(?<text>.*)\k<quote>/;

/** Comments, test titles and descriptions of a source, one entry for each line. */
function proseOf(source: string): readonly (readonly [line: number, text: string])[] {
  return source.split('\n').flatMap((line, index) => {
    const parts = [COMMENT, TITLE, DESCRIPTION].map((pattern) => {
      const { own, trailing, title, text } = pattern.exec(line)?.groups ?? {};
      return own ?? trailing ?? title ?? text ?? '';
    });
    return [[index + 1, parts.join(' | ')] as const];
  });
}

/** Lines of a page outside of its code blocks. */
function linesOf(page: string): readonly (readonly [line: number, text: string])[] {
  let isCode = false;
  return page.split('\n').flatMap((line, index) => {
    if (line.startsWith('```')) isCode = !isCode;
    return isCode ? [] : [[index + 1, line] as const];
  });
}

const bannedIn = (text: string) => text.replace(/`[^`]*`/g, '``').match(BANNED) ?? [];

describe('prose', () => {
  it('reads the banned phrases from the word list', () => {
    expect(phrases).toEqual(expect.arrayContaining(['anew', 'for good', 'says so']));
  });

  it('finds a phrase in comments, test titles and descriptions, and not in code', () => {
    const source = [
      'const anew = 1; // starts anew',
      '/** Removed for good. */',
      "it('fails, and says so', () => {});",
      "])('is told of %s', (name) => {});",
      "description: 'Once more.',",
      'run(anew, `heed`);',
    ].join('\n');

    expect(proseOf(source).map(([, text]) => [...bannedIn(text)])).toEqual([
      ['anew'],
      ['for good'],
      ['says so'],
      ['is told'],
      ['Once more'],
      [],
    ]);
  });

  it('does not find a phrase inside a word or in code quotes', () => {
    expect(bannedIn('recommend, unheeded, `anew`, for goods')).toEqual([]);
  });

  it('of sources contains no banned phrase', () => {
    const sources = find(['apps/*/src/**/*.ts', 'libs/**/src/**/*.ts', 'tools/**/*.{ts,mjs}']).filter(
      (path) => !path.endsWith('prose.spec.ts'),
    );
    const found = sources.flatMap((path) =>
      proseOf(read(path)).flatMap(([line, text]) => bannedIn(text).map((phrase) => `${path}:${line}: ${phrase}`)),
    );

    expect(sources.length).toBeGreaterThan(0);
    expect(found).toEqual([]);
  });

  it('of pages contains no banned phrase', () => {
    const pages = find(['*.md', 'docs/**/*.md', 'libs/**/README.md', 'tools/**/*.md']).filter(
      (path) => path !== WORD_LIST,
    );
    const found = pages.flatMap((path) =>
      linesOf(read(path)).flatMap(([line, text]) => bannedIn(text).map((phrase) => `${path}:${line}: ${phrase}`)),
    );

    expect(pages.length).toBeGreaterThan(0);
    expect(found).toEqual([]);
  });
});
