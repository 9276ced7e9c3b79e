import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { pages, ROOT } from '@cubit/testing/pages';

const FOLDER = 'docs/pictures';
const IMAGE = /!\[(?<alt>[^\]]*)\]\((?<path>[^)\s]+)\)/g;
const MAX_FILE_BYTES = 200_000;
const MAX_BYTES = 1_800_000;

/** Pictures in the pages, with the path from the root of the checkout. */
const shown = pages().flatMap((page) =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(IMAGE)].map(({ groups }) => ({
    page,
    alt: groups?.['alt'] ?? '',
    path: relative(ROOT, join(ROOT, dirname(page), groups?.['path'] ?? '')),
  })),
);
const taken = readdirSync(join(ROOT, FOLDER)).map((file) => `${FOLDER}/${file}`);

describe('the pictures of the documentation', () => {
  it('are at least twelve, four of them in the README', () => {
    expect(taken.length).toBeGreaterThanOrEqual(12);
    expect(shown.filter(({ page }) => page === 'README.md')).toHaveLength(4);
  });

  it('are there where a page shows one', () => {
    expect(shown.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('are each shown by a page, with words for those who cannot see it', () => {
    const used = new Set(shown.map(({ path }) => path));

    expect(taken.filter((path) => !used.has(path))).toEqual([]);
    expect(shown.filter(({ alt }) => alt.length < 30)).toEqual([]);
  });

  it('are small', () => {
    const sizes = taken.map((path) => [path, statSync(join(ROOT, path)).size] as const);

    expect(sizes.filter(([, size]) => size > MAX_FILE_BYTES)).toEqual([]);
    expect(sizes.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(MAX_BYTES);
  });
});
