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

/** A test of a further variant of what other tests cover. It runs in `npm run test:long` only, and is skipped elsewhere. */
export function itInLongRun(title: string, test: () => Promise<void>, timeout?: number): void {
  if (process.env['TEST_LONG']) it(title, test, timeout);
  else it.skip(`${title} (skipped: only in npm run test:long)`, test, timeout);
}
