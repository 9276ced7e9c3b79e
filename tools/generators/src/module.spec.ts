import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Tree } from '@nx/devkit';
import { createTreeWithEmptyWorkspace } from '@nx/devkit/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';

type Generator = (tree: Tree, options: { readonly name: string }) => Promise<() => void>;

// An untyped script, imported by a path that is known only at run time.
const { generateModule } = (await import(new URL('../module.mjs', import.meta.url).href)) as {
  generateModule: Generator;
};
const filesBelow = (folder: string) =>
  readdirSync(fileURLToPath(new URL(folder, import.meta.url)), { recursive: true, encoding: 'utf8' });
const own = filesBelow('../files/module').filter((path) => path.endsWith('__tmpl__'));
const shared = filesBelow('../../create-module/template/src').filter((path) => /(?<!\.test)\.ts\.txt$/.test(path));

let tree: Tree;
beforeEach(() => {
  tree = createTreeWithEmptyWorkspace();
  tree.write('libs/core/package.json', JSON.stringify({ version: '1.0.5', dependencies: { typebox: '1.4.3' } }));
  tree.write('libs/core/src/contract/module.ts', "export const CONTRACT_VERSION = '1.1.0';");
});

const read = (path: string) => tree.read(path, 'utf8') ?? '';
const readJson = (path: string) => JSON.parse(read(path)) as Record<string, unknown>;

describe('the generator of modules', () => {
  it('creates a library from the template with every placeholder replaced', async () => {
    await generateModule(tree, { name: 'laser-cutters' });

    const files = tree
      .listChanges()
      .map(({ path }) => path)
      .filter((path) => path.startsWith('libs/modules/'));
    expect(files).toHaveLength(own.length + shared.length);
    expect(files).toEqual(
      expect.arrayContaining([
        'libs/modules/laser-cutters/src/laser-cutters.module.ts',
        'libs/modules/laser-cutters/src/item/finish.action.spec.ts',
      ]),
    );
    expect(files.filter((path) => /<%|undefined|__/.test(path + read(path)))).toEqual([]);
  });

  it('writes the sources that authors outside of this repository get', async () => {
    await generateModule(tree, { name: 'lasers' });

    const written = (file: string) =>
      `libs/modules/lasers/src/${file.replace('__name__', 'lasers').replace(/\.txt$/, '')}`;
    expect(shared.length).toBeGreaterThan(5);
    for (const file of shared) expect(tree.exists(written(file))).toBe(true);
    expect(tree.exists('libs/modules/lasers/src/item/finish.action.test.ts')).toBe(false);
    expect(read('libs/modules/lasers/src/lasers.module.ts')).toMatch(/from .\.\/item\/item\.kind\.js.;/);
    expect(read('libs/modules/lasers/src/lasers.module.ts')).toMatch(/contract: .\^1\.1\.0.,/);
  });

  it('names the module, its export and its title after the given name', async () => {
    await generateModule(tree, { name: 'laser-cutters' });

    const source = read('libs/modules/laser-cutters/src/laser-cutters.module.ts');
    expect(source).toMatch(/export const laserCutters = defineModule\(\{\n {2}name: .laser-cutters.,/);
    expect(source).toMatch(/title: .Laser cutters./);
    expect(readJson('libs/modules/laser-cutters/package.json')).toMatchObject({
      name: '@cubit/laser-cutters',
      nx: { tags: ['type:module'] },
      dependencies: { typebox: '1.4.3' },
    });
  });

  it('never overwrites a module', async () => {
    await generateModule(tree, { name: 'lasers' });

    await expect(generateModule(tree, { name: 'lasers' })).rejects.toThrow('libs/modules/lasers exists already');
  });

  it.each(['Lasers', 'laser_cutters', '../lasers', '-lasers'])('refuses the name %s', async (name) => {
    await expect(generateModule(tree, { name })).rejects.toThrow('is no name of a module');
  });
});
