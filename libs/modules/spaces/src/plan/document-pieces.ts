/** Units of UTF-16 in a piece; a code point has one or two, so a piece fits a long text. */
const PIECE_LENGTH = 20_000;

/** Splits a text into pieces that fit a field, never within a surrogate pair, which could not be stored. */
export function toPieces(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = start + PIECE_LENGTH;
    const stop = end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
    pieces.push(text.slice(start, stop));
    start = stop;
  }
  return pieces;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
