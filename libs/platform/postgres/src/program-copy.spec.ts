import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { removeTestFolders, testFolder } from '../fixtures/test-folders.js';
import { canEnter } from './program-copy.js';

const STRANGER = { uid: 65_533, gid: 65_533 };

afterEach(() => {
  expect(removeTestFolders()).toEqual([]);
});

describe('a folder', () => {
  it('is accessible to others if it and all its parents are', async () => {
    expect(await canEnter(await testFolder('open'), STRANGER)).toBe(true);
  });

  it('is not accessible below a closed folder, whatever its own mode', async () => {
    const inner = join(await testFolder('closed'), 'inner');
    await mkdir(inner, { mode: 0o755 });
    expect(await canEnter(inner, STRANGER)).toBe(false);
  });

  it('is not accessible if it does not exist', async () => {
    expect(await canEnter(join(await testFolder('open'), 'absent'), STRANGER)).toBe(false);
  });
});
