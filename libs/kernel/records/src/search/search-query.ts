import { lexemeIn, titleLexemeIn } from './lexeme.js';
import type { Spelling } from './spelling.js';
import { type Word, wordsOf } from './words-of.js';

/** A parsed search query. */
export interface SearchQuery {
  /** Null if nothing is left to search. */
  readonly inTitles: Steps | null;
  /** Over all texts. */
  readonly anywhere: Steps | null;
  /** No phrases or exclusions: spelling may be corrected. */
  readonly isPlain: boolean;
  /** The wanted words, for snippets. */
  readonly words: readonly string[];
  /** Query over titles with corrected words; null if no correction exists. Words without a correction are omitted. */
  guess(spellings: ReadonlyMap<string, Spelling>): string | null;
}

/** As texts of `tsquery`s. */
export interface Steps {
  /** Whole words, tried first, because the index returns them without collecting all words with that prefix. */
  readonly exact: string;
  /** Words and prefixes of words. */
  readonly begun: string;
}

interface Term {
  readonly words: readonly Word[];
  readonly isPhrase: boolean;
  readonly isExcluded: boolean;
}

const TERMS = /(-?)"([^"]*)(?:"|$)|(\S+)/g;
/** Half of all words start with a given letter. */
const SHORTEST_PREFIX = 2;
/** A query of very many words would cost the database more than it could find. */
const MAX_WORDS = 24;

/**
 * All words are required, `or` separates alternatives, `-` before a word or phrase excludes it, quotes make a
 * phrase. There are no syntax errors.
 */
export function parseSearch(text: string, workspaceId: string): SearchQuery {
  const groups = alternatives(text);
  const inTitle = (word: string) => titleLexemeIn(workspaceId, word);
  const anywhere = (word: string) => lexemeIn(workspaceId, word);
  const compile = (lexeme: Lexeme, matching: Matching) => {
    const compiled = groups.flatMap((terms) => {
      const wanted = terms.filter(({ isExcluded }) => !isExcluded);
      // A query with only exclusions finds nothing.
      if (wanted.length === 0) return [];
      // Exclusions apply to all texts, even if only titles are searched.
      const excluded = terms.filter(({ isExcluded }) => isExcluded);
      return all([
        ...wanted.map((term) => termQuery(term, lexeme, matching)),
        ...excluded.map((term) => `!${termQuery(term, anywhere, prefix)}`),
      ]);
    });
    return compiled.length === 0 ? null : compiled.join(' | ');
  };
  const steps = (lexeme: Lexeme): Steps | null => {
    const exactly = compile(lexeme, exact);
    const begun = compile(lexeme, prefix);
    return exactly === null || begun === null ? null : { exact: exactly, begun };
  };
  const wanted = groups.flatMap((terms) => terms.filter(({ isExcluded }) => !isExcluded).flatMap(({ words }) => words));
  return {
    inTitles: steps(inTitle),
    anywhere: steps(anywhere),
    isPlain: groups.flat().every(({ isPhrase, isExcluded }) => !isPhrase && !isExcluded),
    words: wanted.flatMap(({ whole, pieces }) => [whole, ...pieces]),
    guess(spellings) {
      const guessed = groups.flatMap((terms) => {
        const pieces = terms.flatMap(({ words }) => words.flatMap((word) => word.pieces));
        const parts = pieces.flatMap((piece) => guessQuery(piece, spellings.get(piece), inTitle));
        return parts.length === 0 ? [] : all(parts);
      });
      return guessed.length === 0 ? null : guessed.join(' | ');
    },
  };
}

function all(parts: readonly string[]): string {
  return `(${parts.join(' & ')})`;
}

/** None for a word without similar words in titles; a part number is not corrected. */
function guessQuery(piece: string, spelling: Spelling | undefined, lexeme: Lexeme): readonly string[] {
  const begun = prefix(lexeme(piece), piece);
  if (!spelling) return [begun];
  const guesses = spelling.meant.map((word) => exact(lexeme(word)));
  const parts = spelling.begins ? [begun, ...guesses] : guesses;
  return parts.length === 0 ? [] : [`(${parts.join(' | ')})`];
}

/** Terms between `or`s. */
function alternatives(text: string): readonly (readonly Term[])[] {
  const groups: Term[][] = [[]];
  let count = 0;
  for (const [, minus = '', phrase, plain] of text.matchAll(TERMS)) {
    if (plain?.toLowerCase() === 'or') {
      groups.push([]);
      continue;
    }
    const isExcluded = phrase === undefined ? plain?.startsWith('-') === true : minus === '-';
    const words = wordsOf(phrase ?? plain ?? '').slice(0, MAX_WORDS - count);
    count += words.length;
    if (words.length > 0) groups.at(-1)?.push({ words, isPhrase: phrase !== undefined, isExcluded });
  }
  return groups.filter((group) => group.length > 0);
}

type Lexeme = (word: string) => string;
type Matching = (lexeme: string, word: string) => string;

function termQuery({ words, isPhrase }: Term, lexeme: Lexeme, matching: Matching): string {
  if (isPhrase) return `(${words.flatMap(({ pieces }) => pieces.map((piece) => exact(lexeme(piece)))).join(' <-> ')})`;
  return all(words.map((word) => wordQuery(word, lexeme, matching)));
}

/** A part number is found by its whole, with any punctuation, and by its pieces. */
function wordQuery({ whole, pieces }: Word, lexeme: Lexeme, matching: Matching): string {
  const asWhole = matching(lexeme(whole), whole);
  if (pieces.length === 1) return asWhole;
  return `(${asWhole} | ${all(pieces.map((piece) => matching(lexeme(piece), piece)))})`;
}

function prefix(lexeme: string, word: string): string {
  return word.length < SHORTEST_PREFIX ? exact(lexeme) : `${exact(lexeme)}:*`;
}

function exact(lexeme: string): string {
  return `'${lexeme}'`;
}
