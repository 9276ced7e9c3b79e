import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { readSource as read, shippedSources } from './source-files.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const PATH = /`((?:apps|docker|docs|libs|samples|tools)\/[^`\s]*|eslint\.config\.mjs)`/g;
/** In `1. path: `function` does ...`, the names after a path are exported from that file. */
const LINE_WITH_PATH = /^\d+\. `([^`]+\.ts)`: (.*)$/gm;
const FUNCTION = /`((?:[a-z]+[A-Z]\w+|[A-Z][a-z]\w+))`/g;
/** Members of contexts and capabilities, which are not exported by name. */
const MEMBERS = new Set(['onSequenced']);

/** Types of fields that no other thing is called. */
const NAMES_TYPE = /'(money|any_ref|longtext|long_text|refs)'|^\s*(money|any_ref|longtext|refs): /m;

const pathsOf = (page: string) => [...page.matchAll(PATH)].map(([, path = '']) => path);

describe('paths in the documentation', () => {
  it.each(['docs/architecture.md', 'CONTRIBUTING.md', 'docs/contributing/words.md'])(
    '%s names only existing paths',
    (page) => {
      const paths = pathsOf(read(page));

      expect(paths.length).toBeGreaterThan(0);
      expect(paths.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([]);
    },
  );

  it('docs/architecture.md names only functions that their file contains', () => {
    const named = [...read('docs/architecture.md').matchAll(LINE_WITH_PATH)].flatMap(([, path = '', text = '']) =>
      [...text.matchAll(FUNCTION)].map(([, name = '']) => ({ path, name })),
    );
    const absent = named.filter(
      ({ path, name }) => !MEMBERS.has(name) && !new RegExp(`\\b${name}\\b`).test(read(path)),
    );

    expect(named.length).toBeGreaterThan(10);
    expect(absent).toEqual([]);
  });

  it('docs/architecture.md lists every file that decides by the type of a field', () => {
    const deciding = shippedSources().filter(
      (path) => /^libs\/(?:core|expressions|kernel|platform|web|testing)\//.test(path) && NAMES_TYPE.test(read(path)),
    );
    const listed = pathsOf(read('docs/architecture.md'));

    expect(deciding.length).toBeGreaterThan(30);
    expect(deciding.filter((path) => !listed.includes(path))).toEqual([]);
  });
});
