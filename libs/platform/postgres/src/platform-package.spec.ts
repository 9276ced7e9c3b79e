import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { removeTestFolders, testFolder } from '../fixtures/test-folders.js';
import { findPlatformPackage, restoreLibraryLinks } from './platform-package.js';

afterEach(() => {
  expect(removeTestFolders()).toEqual([]);
});

describe('the package with the programs', () => {
  it('is found for this platform, with its version', async () => {
    const { folder, version } = await findPlatformPackage();
    expect(folder).toMatch(/native$/);
    expect(version).toMatch(/^18\./);
  });

  it('is missing on an unsupported platform: the solution is an external database', async () => {
    await expect(findPlatformPackage('plan9-mips')).rejects.toMatchObject({
      code: 'unsupported_platform',
      message: expect.stringMatching(/plan9-mips.*DATABASE_URL/s),
    });
  });

  it('gets missing links between its libraries if install scripts were not run, and keeps existing ones', async () => {
    const folder = join(await testFolder(), 'native');
    await mkdir(join(folder, 'lib'), { recursive: true });
    await writeFile(join(folder, 'lib/libone.so.1.2'), 'one');
    await writeFile(join(folder, 'lib/libone.so'), 'already there');
    const links = ['libone.so', 'libone.so.1'].map((name) => ({
      source: 'native/lib/libone.so.1.2',
      target: `native/lib/${name}`,
    }));
    await writeFile(join(folder, 'pg-symlinks.json'), JSON.stringify(links));
    await restoreLibraryLinks(folder);
    expect(await readFile(join(folder, 'lib/libone.so.1'), 'utf8')).toBe('one');
    expect(await readFile(join(folder, 'lib/libone.so'), 'utf8')).toBe('already there');
  });
});
