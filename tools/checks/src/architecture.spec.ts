import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { readSource as read, shippedSources } from './source-files.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const PATH = /`((?:apps|docker|docs|libs|samples|tools)\/[^`\s]*|eslint\.config\.mjs)`/g;
/** In `1. path: `function` does ...`, the names after a path are exported from that file. */
const LINE_WITH_PATH = /^\d+\. `([^`]+\.tsx?)`: (.*)$/gm;
const FUNCTION = /`((?:[a-z]+[A-Z]\w+|[A-Z][a-z]\w+))`/g;
/** Members of contexts and capabilities, which are not exported by name. */
const MEMBERS = new Set(['onSequenced']);

/** A table with a row for each type of fields. */
const HAS_TABLE = /Record<(?:Exclude<)?(?:FieldTypeName|CustomFieldType|ShownType|FormType|FieldContent)\b/;
/** Types of fields that no other thing is called. */
const NAMES_TYPE = /'(any_ref|longtext|long_text|refs)'|^\s*(any_ref|longtext|refs): /m;
/** Where types are named without a table: their declaration, and the type that a schema of another source is like. */
const DECLARATIONS = [
  'libs/core/src/contract/field.ts',
  'libs/web/contract/src/field-types.ts',
  'libs/web/records/src/forms/model/form-field.ts',
];

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

  it('docs/architecture.md lists every table of the types of fields, and no other source names a type', () => {
    const sources = shippedSources().filter((path) => /^(?:libs\/(?!modules\/)|tools\/(?!checks\/))/.test(path));
    const tables = sources.filter((path) => HAS_TABLE.test(read(path)));
    const naming = sources.filter((path) => NAMES_TYPE.test(read(path)) && !DECLARATIONS.includes(path));
    const listed = pathsOf(read('docs/architecture.md'));

    expect(tables.length).toBeGreaterThan(10);
    expect(tables.filter((path) => !listed.includes(path))).toEqual([]);
    expect(naming.filter((path) => !tables.includes(path))).toEqual([]);
  });
});
