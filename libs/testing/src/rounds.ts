import { it } from '@jest/globals';

const SHARE = 5;

/**
 * Rounds of a test that repeats what takes long, such as kills or generated requests: a fifth of `all`, and all of them
 * in `npm run test:long`, which sets `TEST_LONG`.
 */
export function rounds(all: number, long = process.env['TEST_LONG']): number {
  return long ? all : Math.ceil(all / SHARE);
}

/** Cases of a test that covers very many: every fifth, with the first, and all of them in `npm run test:long`. */
export function someOf<Case>(all: readonly Case[], long = process.env['TEST_LONG']): readonly Case[] {
  return long ? all : all.filter((_, index) => index % SHARE === 0);
}

/**
 * The pairs of two lists, row by row: of each row every fifth, and other ones in the next row, so that each five rows have all
 * members of both lists; all pairs in `npm run test:long`.
 */
export function somePairs<Row, Column>(
  rows: readonly Row[],
  columns: readonly Column[],
  long = process.env['TEST_LONG'],
): readonly (readonly [row: Row, column: Column])[] {
  return rows.flatMap((row, down) =>
    columns.filter((_, across) => long || (down + across) % SHARE === 0).map((column) => [row, column] as const),
  );
}

/** A test of a further variant of what other tests cover. It runs in `npm run test:long` only, and is skipped elsewhere. */
export function itInLongRun(title: string, test: () => Promise<void>, timeout?: number): void {
  if (process.env['TEST_LONG']) it(title, test, timeout);
  else it.skip(`${title} (skipped: only in npm run test:long)`, test, timeout);
}
