import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadModules } from './load-modules.js';

const folder = await mkdtemp(join(tmpdir(), 'cubit-modules-'));
afterAll(() => rm(folder, { recursive: true }));

const lasers =
  "export const lasers = { name: 'lasers', version: '1.0.0', contract: '^1.0.0', title: 'Lasers', description: '' };";

async function addPackage(name: string, source: string): Promise<void> {
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, 'package.json'), JSON.stringify({ name, type: 'module', main: './index.js' }));
  await writeFile(join(folder, name, 'index.js'), source);
}

describe('MODULES', () => {
  it('loads a folder with a package in it, relative to the working directory', async () => {
    await addPackage('named', lasers);

    expect(await loadModules(['./named'], folder)).toMatchObject([{ name: 'lasers' }]);
  });

  it('loads a file, and a module that is the default export', async () => {
    await addPackage('default', `${lasers} export default lasers;`);

    expect(await loadModules(['./default/index.js'], folder)).toMatchObject([{ name: 'lasers' }]);
  });

  it('names a package that does not exist', async () => {
    await expect(loadModules(['@acme/absent'], folder)).rejects.toThrow(
      "MODULES names '@acme/absent', which cannot be loaded",
    );
    await expect(loadModules(['./absent'], folder)).rejects.toThrow("MODULES names './absent', which cannot be loaded");
  });

  it('names a package that fails to load, with the reason', async () => {
    await addPackage('broken', "throw new Error('no laser found');");

    await expect(loadModules(['./broken'], folder)).rejects.toThrow(
      "'./broken', which cannot be loaded: no laser found",
    );
  });

  it('names a package that exports no module, or several', async () => {
    await addPackage('empty', 'export const answer = 42;');
    await addPackage('several', `${lasers} export const mills = { ...lasers, name: 'mills' };`);

    await expect(loadModules(['./empty'], folder)).rejects.toThrow("'./empty', which must export one module");
    await expect(loadModules(['./several'], folder)).rejects.toThrow("exports 'lasers' and 'mills'");
  });
});
