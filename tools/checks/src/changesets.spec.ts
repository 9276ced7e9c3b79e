import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { readSource as read } from './source-files.js';

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
