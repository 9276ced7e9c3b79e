import { fold } from './fold.js';

/** One word of a text. */
export interface Word {
  /** Without separators: `rc0603fr0710kl`. */
  readonly whole: string;
  /** `rc0603fr`, `0710kl`; one piece without separators. */
  readonly pieces: readonly string[];
}

/** PostgreSQL's limit for a lexeme is 2,046 bytes; longer words than this are not searched. */
const LONGEST = 64;
/**
 * Runs of letters and digits with the separators `-`, `.`, `_`, `/`, `+`, `:`, `,` and `@`: part numbers,
 * designators, values, addresses.
 */
const WORDS = /[\p{L}\p{N}]+(?:[-._/+:,@]+[\p{L}\p{N}]+)*/gu;
const JOINTS = /[-._/+:,@]+/;

/** The words of a text in order, folded. */
export function wordsOf(text: string): readonly Word[] {
  return (fold(text).match(WORDS) ?? []).map((word) => {
    if (!JOINTS.test(word)) return wordOf(word.slice(0, LONGEST));
    const pieces = word.split(JOINTS).map((piece) => piece.slice(0, LONGEST));
    return { whole: joined(pieces), pieces };
  });
}

function wordOf(piece: string): Word {
  return { whole: piece, pieces: [piece] };
}

/** Joins pieces without separators. */
export function joined(pieces: readonly string[]): string {
  return pieces.join('').slice(0, LONGEST);
}
