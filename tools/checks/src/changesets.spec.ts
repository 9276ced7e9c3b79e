import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readSource as read } from './source-files.js';

// An untyped script, imported by a path that is known only at run time.
const { setContractVersion } = (await import(new URL('../../build/versions.mjs', import.meta.url).href)) as {
  setContractVersion(root: string): string;
};

const root = fileURLToPath(new URL('../../..', import.meta.url));
const REPORT = 'libs/core/core.api.md';
/** Packages that a changeset may name. `@cubit/server` has no folder of its own, and the version of these. */
const PUBLISHED = ['@cubit/core', '@cubit/module-kit', '@cubit/testing', 'create-cubit-module'];

/** Empty without git: a copy of the sources has no release to compare with. */
function git(...args: readonly string[]): string {
  const { stdout, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return error ? '' : stdout.trim();
}
/** The packages that a changeset names: `'@cubit/core': minor`. */
const namedIn = (changeset: string) =>
  [...(changeset.split('---')[1] ?? '').matchAll(/^['"]?([^'":\n]+)['"]?: (?:major|minor|patch)$/gm)].map(
    ([, name = '']) => name,
  );
const changesets = globSync('.changeset/*.md', { cwd: root }).map((file) => ({ file, packages: namedIn(read(file)) }));

/** What a changeset asks for a package: `minor`. */
const bumpIn = (changeset: string, name: string) =>
  new RegExp(`^['"]?${name}['"]?: (major|minor|patch)$`, 'm').exec(changeset.split('---')[1] ?? '')?.[1];

/** The version after the largest of the bumps. */
function versionAfter(version: string, bumps: readonly (string | undefined)[]): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (bumps.includes('major')) return `${major + 1}.0.0`;
  if (bumps.includes('minor')) return `${major}.${minor + 1}.0`;
  return bumps.includes('patch') ? `${major}.${minor}.${patch + 1}` : version;
}

const isUnnamed = (isChanged: boolean, packages: readonly string[]) => isChanged && !packages.includes('@cubit/core');

const [released = ''] = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n');

describe('changesets', () => {
  it('name published packages', () => {
    const isUnknown = (name: string) => !PUBLISHED.includes(name);
    expect(changesets.filter(({ packages }) => packages.length === 0 || packages.some(isUnknown))).toEqual([]);
  });

  it(`name @cubit/core if the contract changed since ${released || 'the last release (skipped: there is no tag v*)'}`, () => {
    const isChanged = released !== '' && git('diff', '--name-only', released, '--', REPORT) !== '';
    const packages = changesets.flatMap((changeset) => changeset.packages);
    expect(isUnnamed(isChanged, packages)).toBe(false);
  });

  it('are needed for a change of the contract, and name packages before their text', () => {
    const packages = namedIn("---\n'@cubit/testing': minor\ncreate-cubit-module: patch\n---\n\n@cubit/core: minor\n");
    expect(packages).toEqual(['@cubit/testing', 'create-cubit-module']);
    expect(isUnnamed(true, packages)).toBe(true);
    expect(isUnnamed(true, ['@cubit/core'])).toBe(false);
    expect(isUnnamed(false, [])).toBe(false);
  });
});

describe('the version of the contract', () => {
  const CONSTANT = /CONTRACT_VERSION = '([^']+)'/;
  const MANIFEST = 'libs/core/package.json';
  const SOURCE = 'libs/core/src/contract/module.ts';

  it('is that of the package @cubit/core with its changesets', () => {
    const { version } = JSON.parse(read(MANIFEST)) as { readonly version: string };
    const bumps = changesets.map(({ file }) => bumpIn(read(file), '@cubit/core'));

    expect(CONSTANT.exec(read(SOURCE))?.[1]).toBe(versionAfter(version, bumps));
  });

  it.each([
    [[], '1.4.2'],
    [['patch'], '1.4.3'],
    [['patch', 'minor', undefined], '1.5.0'],
    [['minor', 'major'], '2.0.0'],
  ])('after changesets %j of 1.4.2 is %s', (bumps, expected) => {
    expect(versionAfter('1.4.2', bumps)).toBe(expected);
  });

  const folder = mkdtempSync(join(tmpdir(), 'cubit-versions-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };

  it('is written into its source by `npm run versions`', () => {
    write(MANIFEST, '{ "version": "1.5.0" }');
    write(SOURCE, `export const CONTRACT_VERSION = '1.4.2';\nexport const OTHER = '1.4.2';\n`);

    expect(setContractVersion(folder)).toBe('1.5.0');
    const written = `export const CONTRACT_VERSION = '1.5.0';\nexport const OTHER = '1.4.2';\n`;
    expect(readFileSync(join(folder, SOURCE), 'utf8')).toBe(written);
  });

  it('is missed if its source names it differently', () => {
    write(SOURCE, `export const VERSION = '1.4.2';`);

    expect(() => setContractVersion(folder)).toThrow('has no CONTRACT_VERSION');
  });
});
