const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
const BASE = DIGITS.length;

/** The rank of a job that joins the queue. Ids are ordered by time, so it sorts after all earlier jobs. */
export function rankAtEnd(id: string): string {
  return id.replaceAll('-', '');
}

/** A rank that sorts between two others. Null means the start or the end of the queue. There is always room. */
export function rankBetween(before: string | null, after: string | null): string {
  let rank = '';
  for (let place = 0; ; place += 1) {
    const low = digitAt(before, place) ?? 0;
    const high = after !== null && after.startsWith(rank) ? (digitAt(after, place) ?? BASE) : BASE;
    const middle = Math.floor((low + high) / 2);
    // A rank never ends in the lowest digit: nothing could sort before it.
    if (middle > low) return rank + DIGITS[middle];
    rank += DIGITS[low];
  }
}

function digitAt(rank: string | null, place: number): number | undefined {
  const digit = rank?.[place];
  return digit === undefined ? undefined : DIGITS.indexOf(digit);
}
