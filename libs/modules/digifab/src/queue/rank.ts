const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
const BASE = DIGITS.length;

/** The rank of what joins the queue: ids are made in the order of time, so it is behind all that joined before. */
export function rankAtEnd(id: string): string {
  return id.replaceAll('-', '');
}

/** A text between two others, in the order of texts; null: nothing before, or after. There is always room. */
export function rankBetween(before: string | null, after: string | null): string {
  let rank = '';
  for (let place = 0; ; place += 1) {
    const low = digitAt(before, place) ?? 0;
    const high = after !== null && after.startsWith(rank) ? (digitAt(after, place) ?? BASE) : BASE;
    const middle = Math.floor((low + high) / 2);
    // Not the lowest digit at the end: nothing would fit in front of it.
    if (middle > low) return rank + DIGITS[middle];
    rank += DIGITS[low];
  }
}

function digitAt(rank: string | null, place: number): number | undefined {
  const digit = rank?.[place];
  return digit === undefined ? undefined : DIGITS.indexOf(digit);
}
