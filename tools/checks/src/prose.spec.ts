import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { readSource as read, sourceFiles, styleSheets } from './source-files.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const find = (patterns: readonly string[]) =>
  globSync(patterns, { cwd: root, exclude: (path) => /node_modules|\/dist\//.test(path) }).sort();

const WORD_LIST = 'docs/contributing/words.md';
const [, table = ''] = read(WORD_LIST).split('## Banned in prose');
const phrases = [...table.matchAll(/^\| (`.*?`) +\|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, phrase = '']) => phrase),
);
const BANNED = new RegExp(`(?<![\\w-])(?:${phrases.join('|')})(?![\\w-])`, 'gi');

const COMMENT = /^\s*(?:\/\/|\/?\*+)(?<own>.*)$|\s\/\/ (?<trailing>.*)$|\/\* (?<inner>.*)\*\//;
const TITLE = /(?:\b(?:it|describe)(?:\.each\b.*)?|^\s*\]\)|^\s*\] as const\))\((?<quote>['"`])(?<title>.*)\k<quote>/;
const DESCRIPTION =
  /\b(?:advice|confirm|description|done|label|meaning|message|placeholder|save|summary|text|title)(?:: |=)(?<quote>['"`])(?<text>.*)\k<quote>/;
/** What a page of the web app shows between its elements. */
const SHOWN = /^\s*(?<shown>[A-Z][^{}<>=;]*)$|>(?<between>[^<>{}=;]+)</;

/** Comments, test titles, descriptions and shown text of a source, one entry for each line. */
function proseOf(source: string, file = ''): readonly (readonly [line: number, text: string])[] {
  const patterns = [COMMENT, TITLE, DESCRIPTION, ...(file.endsWith('.tsx') ? [SHOWN] : [])];
  return source.split('\n').flatMap((line, index) => {
    const parts = patterns.map((pattern) => Object.values(pattern.exec(line)?.groups ?? {}).join(' '));
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

  it('finds a phrase in what a page shows, and in comments of pages and style sheets', () => {
    const page = [
      '<Region label="Rows to mend">',
      '  Ends for good.',
      '  <b>Once more</b> {/* says so */}',
      '</Region>',
    ];
    const sheet = '.a { color: red; } /* Not heeded. */';

    expect(proseOf(page.join('\n'), 'Page.tsx').map(([, text]) => [...bannedIn(text)])).toEqual([
      ['mend'],
      ['for good'],
      ['says so', 'Once more'],
      [],
    ]);
    expect(proseOf(sheet, 'a.css').map(([, text]) => [...bannedIn(text)])).toEqual([['heeded']]);
  });

  it('does not find a phrase inside a word or in code quotes', () => {
    expect(bannedIn('recommend, unheeded, `anew`, for goods')).toEqual([]);
  });

  it('of sources contains no banned phrase', () => {
    const sources = [...sourceFiles(), ...styleSheets()].filter((path) => !path.endsWith('prose.spec.ts'));
    const found = sources.flatMap((path) =>
      proseOf(read(path), path).flatMap(([line, text]) => bannedIn(text).map((phrase) => `${path}:${line}: ${phrase}`)),
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
