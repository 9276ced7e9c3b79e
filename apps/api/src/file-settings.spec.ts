import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { DirectoryStore } from '@cubit/files';
import { createLog } from '@cubit/http';
import { fileSettings, restrictFiles } from './file-settings.js';

const scratch = await mkdtemp(join(tmpdir(), 'cubit-file-settings-'));
afterAll(() => rm(scratch, { recursive: true, force: true }));
const log = createLog({ level: 'silent' });
const files = { maxBytes: 1, quotaBytes: null, s3: null };
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('the folder of files', () => {
  it('is accessible only to the program, with all folders inside it', async () => {
    const dataDir = join(scratch, 'fresh');
    const source = join(scratch, 'source');
    await mkdir(source);
    const { store } = fileSettings(files, { dataDir, log });
    const sha256 = 'ab'.repeat(32);
    const path = join(source, 'content');
    await writeFile(path, 'x');
    await store.put({ workspaceId: 'w', sha256, path, size: 1 } as Parameters<DirectoryStore['put']>[0]);

    for (const folder of ['files', 'files/kept', 'files/kept/w', 'files/kept/w/ab'])
      expect([folder, await modeOf(join(dataDir, folder))]).toEqual([folder, '700']);
  });

  it('loses wider permissions that an earlier version gave it', async () => {
    const dataDir = join(scratch, 'earlier');
    await mkdir(join(dataDir, 'files'), { recursive: true });
    await chmod(join(dataDir, 'files'), 0o755);
    restrictFiles(dataDir, log);

    expect(await modeOf(join(dataDir, 'files'))).toBe('700');
  });
});
