import { v7 } from 'uuid';

const ID_BYTES = 16;
/** Number of ids whose random bytes are drawn at once: a system call per id costs more than the rest. */
const DRAWN_AT_ONCE = 256;

/**
 * Creates UUIDv7 (RFC 9562) that sort in the order of the calls, even within a millisecond and after the clock is
 * set back.
 */
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

/** A random counter of 31 bits, so that as many further ids fit into the millisecond. */
function firstOf(random: Uint8Array): number {
  return new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
}
