import { fold } from './fold.js';

/** One word of a text, as it is looked for. */
export interface Word {
  /** Without what joins its pieces: `rc0603fr0710kl`. */
  readonly whole: string;
  /** `rc0603fr`, `0710kl`; one piece where nothing joins. */
  readonly pieces: readonly string[];
}

/** PostgreSQL's limit for a lexeme is 2,046 bytes; nobody looks for a word this long. */
const LONGEST = 64;
/** Runs of letters and digits, which `-`, `.`, `_`, `/`, `+`, `:`, `,` and `@` join: part numbers, designators, values, addresses. */
const WORDS = /[\p{L}\p{N}]+(?:[-._/+:,@]+[\p{L}\p{N}]+)*/gu;
const JOINTS = /[-._/+:,@]+/;

/** The words of a text, in their order, folded. */
export function wordsOf(text: string): readonly Word[] {
  return [...fold(text).matchAll(WORDS)].map(([word]) => {
    const pieces = word.split(JOINTS).map((piece) => piece.slice(0, LONGEST));
    return { whole: joined(pieces), pieces };
  });
}

/** Pieces without what joins them. */
export function joined(pieces: readonly string[]): string {
  return pieces.join('').slice(0, LONGEST);
}
