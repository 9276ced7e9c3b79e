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
  it('can be entered by others when it and all above it are open', async () => {
    expect(await canEnter(await testFolder('open'), STRANGER)).toBe(true);
  });

  it('cannot be entered by others below one that is closed to them, however open itself', async () => {
    const inner = join(await testFolder('closed'), 'inner');
    await mkdir(inner, { mode: 0o755 });
    expect(await canEnter(inner, STRANGER)).toBe(false);
  });

  it('cannot be entered where it is not there', async () => {
    expect(await canEnter(join(await testFolder('open'), 'absent'), STRANGER)).toBe(false);
  });
});
