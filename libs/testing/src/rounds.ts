const SHARE = 5;

/**
 * Rounds of a test that repeats what takes long, such as kills or generated requests: a fifth of `all`, and all of them
 * in `npm run test:long`, which sets `TEST_LONG`.
 */
export function rounds(all: number, long = process.env['TEST_LONG']): number {
  return long ? all : Math.ceil(all / SHARE);
}
