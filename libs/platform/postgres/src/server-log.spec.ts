import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { removeTestFolders, testFolder } from '../fixtures/test-folders.js';
import { directoryLayout, type DirectoryLayout } from './directory-layout.js';
import { boundServerLog, lastLines, openServerLog } from './server-log.js';

const NINE_MEGABYTES = 9 * 1024 * 1024;

async function emptyLayout(): Promise<DirectoryLayout> {
  const layout = directoryLayout(await testFolder());
  await mkdir(layout.home);
  return layout;
}

afterEach(() => {
  expect(removeTestFolders()).toEqual([]);
});

describe("the server's log", () => {
  it('is limited while the server writes, and one earlier log is kept', async () => {
    const layout = await emptyLayout();
    const server = await openServerLog(layout);
    for (const letter of ['a', 'b']) {
      await server.write(letter.repeat(NINE_MEGABYTES));
      await boundServerLog(layout);
    }
    await server.write('c');
    await server.close();
    expect(await readFile(layout.log, 'utf8')).toBe('c');
    expect((await readFile(layout.previousLog, 'utf8')).slice(0, 3)).toBe('bbb');
  });

  it('is unchanged while it is small', async () => {
    const layout = await emptyLayout();
    await writeFile(layout.log, 'a line\n');
    await boundServerLog(layout);
    expect(await readFile(layout.log, 'utf8')).toBe('a line\n');
    await expect(stat(layout.previousLog)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('shows only the lines of the present start', async () => {
    const layout = await emptyLayout();
    await writeFile(layout.log, 'an earlier failure\nFATAL: no space\n');
    expect(await lastLines(layout, 'an earlier failure\n'.length)).toBe('FATAL: no space');
  });

  it('is not written through a link that replaces it', async () => {
    const layout = await emptyLayout();
    await symlink(join(layout.home, 'elsewhere'), layout.log);
    await expect(openServerLog(layout)).rejects.toMatchObject({ code: 'ELOOP' });
  });
});
