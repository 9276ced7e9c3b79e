const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
const BASE = DIGITS.length;
/** Six digits before the fraction: about two billion ranks, half of them before the first task. */
const HEAD_LENGTH = 6;
const START = BASE ** HEAD_LENGTH / 2;
/** Longer ranks make the board get new ranks. About five hundred inserts into the same gap lead there. */
export const MAX_RANK_LENGTH = 100;

/**
 * A rank between two others, compared as text; undefined means the start or end of the board. Ranks at the ends are counted, so that a board
 * filled in order has short ranks. There is always room between two neighbours.
 */
export function rankBetween(low: string | undefined, high: string | undefined): string {
  if (low === undefined) return head(high === undefined ? START : countOf(high) - 1);
  if (high === undefined) return head(countOf(low) + 1);
  if (low >= high) throw new RangeError(`No rank lies between '${low}' and '${high}'.`);
  const gap = countOf(high) - countOf(low);
  if (gap > 1) return head(countOf(low) + Math.floor(gap / 2));
  const fraction = gap === 0 ? high.slice(HEAD_LENGTH) : undefined;
  return low.slice(0, HEAD_LENGTH) + fractionBetween(low.slice(HEAD_LENGTH), fraction);
}

/** `count` ranks in order after `low`. */
export function ranksAfter(low: string | undefined, count: number): readonly string[] {
  const first = low === undefined ? START : countOf(low) + 1;
  return Array.from({ length: count }, (_, index) => head(first + index));
}

function countOf(rank: string): number {
  return Number.parseInt(rank.slice(0, HEAD_LENGTH), BASE);
}

function head(count: number): string {
  return count.toString(BASE).padStart(HEAD_LENGTH, '0');
}

/** Digits after the point, none of which ends in a zero: what is left out counts as zero, an absent `high` as one. */
function fractionBetween(low: string, high: string | undefined): string {
  let limit = high;
  let prefix = '';
  for (let place = 0; ; place += 1) {
    const from = digitAt(low, place);
    const to = limit === undefined ? BASE : digitAt(limit, place);
    if (to - from > 1) return prefix + digit(Math.floor((from + to) / 2));
    prefix += digit(from);
    if (to !== from) limit = undefined;
  }
}

function digitAt(fraction: string, place: number): number {
  return place < fraction.length ? DIGITS.indexOf(fraction.charAt(place)) : 0;
}

function digit(value: number): string {
  return DIGITS.charAt(value);
}
