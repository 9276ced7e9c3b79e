import { v7 } from 'uuid';

const ID_BYTES = 16;
/** Ids whose random bytes are drawn at once: asking the system for those of one costs more than the rest of it. */
const DRAWN_AT_ONCE = 256;

/** Makes UUIDv7 (RFC 9562) that sort in the order in which they are asked for, within a millisecond and when the clock is set back too. */
export function createIdSource(clock: () => number = Date.now): () => string {
  const drawn = new Uint8Array(ID_BYTES * DRAWN_AT_ONCE);
  let used = drawn.length;
  let msecs = 0;
  let seq = 0;
  return () => {
    if (used === drawn.length) {
      crypto.getRandomValues(drawn);
      used = 0;
    }
    const random = drawn.subarray(used, (used += ID_BYTES));
    const now = clock();
    if (now > msecs) [msecs, seq] = [now, firstOf(random)];
    else seq += 1;
    return v7({ random, msecs, seq });
  };
}

/** A random counter of 31 bits: as many ids again fit into its millisecond. */
function firstOf(random: Uint8Array): number {
  return new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
}
