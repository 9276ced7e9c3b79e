/**
 * Letters whose case is folded: ASCII, and those of Latin-1, Latin Extended-A, Greek and Cyrillic that have exactly
 * one counterpart. PostgreSQL's own `lower` depends on the collation and on the version of its Unicode tables, so
 * both back ends use this table. Unicode's stability policy guarantees these pairs.
 */
const RANGES = [
  [0x00c0, 0x017e],
  [0x0386, 0x03ce],
  [0x0400, 0x045f],
] as const;

const PAIRS = RANGES.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
)
  .map((upper) => [upper, upper.toLowerCase()] as const)
  .filter(([upper, lower]) => lower !== upper && lower.length === 1 && lower.toUpperCase() === upper);

export const UPPER_LETTERS = PAIRS.map(([upper]) => upper).join('');
export const LOWER_LETTERS = PAIRS.map(([, lower]) => lower).join('');

const LOWER_OF = new Map(PAIRS);
const UPPER_OF = new Map(PAIRS.map(([upper, lower]) => [lower, upper]));

export function lowerText(text: string): string {
  return text.replace(/[A-Z]|[\u00c0-\u045f]/g, (letter) =>
    letter <= 'Z' ? letter.toLowerCase() : (LOWER_OF.get(letter) ?? letter),
  );
}

export function upperText(text: string): string {
  return text.replace(/[a-z]|[\u00c0-\u045f]/g, (letter) =>
    letter <= 'z' ? letter.toUpperCase() : (UPPER_OF.get(letter) ?? letter),
  );
}
