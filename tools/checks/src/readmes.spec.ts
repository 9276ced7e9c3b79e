import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');
// Specs of the modules compare their READMEs with the registry.
const libraries = globSync(
  ['libs/*/package.json', 'libs/kernel/*/package.json', 'libs/platform/*/package.json', 'libs/web/*/package.json'],
  { cwd: root },
)
  .map((path) => path.replace('/package.json', ''))
  .sort();

/** Names of values and types in the section or line of public names. */
function publicNames(page: string): string[] {
  const section = /## Public names\n([\s\S]*?)\n## /.exec(page)?.[1] ?? '';
  const text = [...section.split('\n'), ...(/^Public names: .*$/m.exec(page) ?? [])]
    .map((line) => (line.startsWith('- ') ? (line.split(/`: |`\.$/)[0] ?? '') + '`' : line))
    .join('\n');
  return [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}

describe('the README of a library', () => {
  it.each(libraries)('%s starts with the name of its package and names only exports of the package', (library) => {
    expect(existsSync(`${root}/${library}/README.md`)).toBe(true);
    const page = read(`${library}/README.md`);
    const { name } = JSON.parse(read(`${library}/package.json`)) as { readonly name: string };
    const index = read(`${library}/src/index.ts`);
    const names = publicNames(page);

    expect(page.split('\n')[0]).toBe(`# ${name}`);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((exported) => !new RegExp(`\\b${exported}\\b`).test(index))).toEqual([]);
  });
});
