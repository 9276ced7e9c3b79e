const FIXED = 1;

/**
 * The seed of random inputs in specs: fixed, so that a run repeats the one before. `SEED=$RANDOM` searches for more.
 * A failed property prints its seed.
 */
export const SEED = readSeed(process.env['SEED']);

export function readSeed(given: string | undefined): number {
  if (given === undefined) return FIXED;
  if (!/^-?\d{1,10}$/.test(given)) throw new Error(`SEED must be an integer, not '${given}'.`);
  return Number(given);
}
