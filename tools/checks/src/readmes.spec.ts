import { existsSync, globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { readSource as read, sourceFiles } from './source-files.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const foldersOf = (patterns: readonly string[]) =>
  globSync(
    patterns.map((pattern) => `${pattern}/package.json`),
    { cwd: root },
  )
    .map((path) => path.replace('/package.json', ''))
    .sort();

// Specs of the modules compare their READMEs with the registry.
const libraries = foldersOf(['libs/*', 'libs/kernel/*', 'libs/platform/*', 'libs/web/*']);
const described = [...libraries, ...foldersOf(['libs/modules/*'])];

/** Names of values and types in the section or line of public names. */
function publicNames(page: string): string[] {
  const section = /## Public names\n([\s\S]*?)\n## /.exec(page)?.[1] ?? '';
  const text = [...section.split('\n'), ...(/^Public names: .*$/m.exec(page) ?? [])]
    .map((line) => (line.startsWith('- ') ? (line.split(/`: |`\.$/)[0] ?? '') + '`' : line))
    .join('\n');
  return [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}

/** `export { a, type B, c as d } from '...'`, and declarations. */
function exportsOf(index: string): ReadonlySet<string> {
  const lists = [...index.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) => list.split(','));
  const declared = index.matchAll(/^export (?:abstract |async )?(?:class|const|function\*?|interface|type) (\w+)/gm);
  const names = lists.map(
    (entry) =>
      entry
        .trim()
        .replace(/^type /, '')
        .split(' as ')
        .at(-1) ?? '',
  );
  return new Set([...names, ...[...declared].map(([, name = '']) => name)]);
}

const words = new Set(sourceFiles().flatMap((file) => read(file).match(/\w+/g) ?? []));
const IDENTIFIER = /^(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+\w*|[A-Z]+_[A-Z_]+)$/;
const FILE = /^(?:src\/[\w./-]*|[\w./-]+\.(?:[cm]?ts|tsx|[cm]js|svg))$/;

/** Files and names in backticks that are not in the library, or in no source. */
function unknownIn(library: string): readonly string[] {
  const page = read(`${library}/README.md`).replace(/```[\s\S]*?```/g, '');
  const spans = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
  const isThere = (path: string) =>
    existsSync(`${root}/${path}`) || globSync(`${library}/{,src/**/}${path}`, { cwd: root }).length > 0;
  return spans.filter((text) => (FILE.test(text) ? !isThere(text) : IDENTIFIER.test(text) && !words.has(text)));
}

describe('the README of a library', () => {
  it.each(libraries)('%s starts with the name of its package and names only exports of the package', (library) => {
    const page = read(`${library}/README.md`);
    const { name } = JSON.parse(read(`${library}/package.json`)) as { readonly name: string };
    const exported = exportsOf(read(`${library}/src/index.ts`));
    const names = publicNames(page);

    expect(page.split('\n')[0]).toBe(`# ${name}`);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((known) => !exported.has(known))).toEqual([]);
  });

  it.each(described)('%s names only files of the library and names in sources', (library) => {
    expect(unknownIn(library)).toEqual([]);
  });
});
