import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from './source-files.js';

interface Manifest {
  readonly name: string;
  readonly nx?: { readonly tags?: readonly string[] };
  readonly scripts?: Readonly<Record<string, string>>;
  readonly workspaces?: readonly string[];
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(`${root}/${path}`, 'utf8')) as Manifest;
const manifests = globSync(
  (read('package.json').workspaces ?? []).map((pattern) => `${pattern}/package.json`),
  { cwd: root },
).sort();

const TYPE_OF_FOLDER = [
  [/^apps\/web\//, 'type:web-app'],
  [/^apps\//, 'type:app'],
  [/^libs\/core\//, 'type:contract'],
  [/^libs\/(cli|client)\//, 'type:client'],
  [/^libs\/(barcodes|decimal|expressions|labels|units)\//, 'type:library'],
  [/^libs\/kernel\//, 'type:kernel'],
  [/^libs\/testing\//, 'type:testing'],
  [/^libs\/platform\//, 'type:platform'],
  [/^libs\/web\/contract\//, 'type:library'],
  [/^libs\/web\/client\//, 'type:web-client'],
  [/^libs\/web\/kit\//, 'type:web-kit'],
  [/^libs\/web\/testing\//, 'type:testing'],
  [/^libs\/web\//, 'type:web-feature'],
  [/^libs\/modules\//, 'type:module'],
  [/^tools\/packaging\//, 'type:packaging'],
  [/^tools\//, 'type:tool'],
] as const;

describe('a project', () => {
  // A project without a tag is exempt from every boundary rule.
  it.each(manifests)('has exactly one type, that of its folder: %s', (path) => {
    const types = (read(path).nx?.tags ?? []).filter((tag) => tag.startsWith('type:'));

    expect(types).toEqual([TYPE_OF_FOLDER.find(([folder]) => folder.test(path))?.[1]]);
  });

  // `nx run-many` silently skips a project without the script.
  it.each(manifests)('can be linted and tested: %s', (path) => {
    expect(Object.keys(read(path).scripts ?? {})).toEqual(expect.arrayContaining(['lint', 'test']));
  });
});

describe('a source', () => {
  it('is type-checked in one program: of what runs on Node, or of what runs in a browser', () => {
    const programs = ['tsconfig.node.json', 'tsconfig.web.json'].map(filesOf);
    const sources = sourceFiles().filter((file) => /\.tsx?$/.test(file) && !file.startsWith('tools/checks/fixtures/'));

    const wrong = sources.filter((file) => programs.filter((files) => files.has(file)).length !== 1);

    expect(sources.length).toBeGreaterThan(1_000);
    expect(wrong).toEqual([]);
  });
});

function filesOf(configuration: string): ReadonlySet<string> {
  // The comments are whole lines.
  const text = readFileSync(`${root}/${configuration}`, 'utf8').replaceAll(/^ *\/\/.*$/gm, '');
  const { include, exclude = [] } = JSON.parse(text) as { include: readonly string[]; exclude?: readonly string[] };
  const files = include.flatMap((pattern) => globSync(pattern, { cwd: root }));
  return new Set(files.filter((file) => !exclude.some((folder) => file.startsWith(`${folder}/`))));
}
