import { lexemeIn, titleLexemeIn } from './lexeme.js';
import { wordsOf, type Word } from './words-of.js';

/** What somebody typed into the search box, for the database. */
export interface SearchQuery {
  /** As text of a `tsquery`, over titles alone; null where nothing is left to look for. */
  readonly inTitles: string | null;
  /** Over everything. */
  readonly anywhere: string | null;
  /** Neither phrases nor exclusions: spelling may be guessed at. */
  readonly isPlain: boolean;
  /** The words that are wanted, for snippets. */
  readonly words: readonly string[];
}

interface Term {
  readonly words: readonly Word[];
  readonly isPhrase: boolean;
  readonly isExcluded: boolean;
}

const TERMS = /(-?)"([^"]*)(?:"|$)|(\S+)/g;
/** One letter begins half of all words. */
const SHORTEST_PREFIX = 2;
/** A query of very many words would cost the database more than it could find. */
const MAX_WORDS = 24;

/** Words are all wanted, `or` gives a choice, `-` before a word or phrase excludes it, quotes make a phrase. Nothing is a syntax error. */
export function parseSearch(text: string, workspaceId: string): SearchQuery {
  const groups = alternatives(text);
  const compile = (lexeme: (word: string) => string) => {
    const compiled = groups.flatMap((terms) => {
      const wanted = terms.filter(({ isExcluded }) => !isExcluded);
      // Everything but something is no search.
      if (wanted.length === 0) return [];
      // What is excluded is so wherever it stands, also where titles alone are looked through.
      const excluded = terms.filter(({ isExcluded }) => isExcluded);
      return `(${[
        ...wanted.map((term) => termQuery(term, lexeme)),
        ...excluded.map((term) => `!${termQuery(term, (word) => lexemeIn(workspaceId, word))}`),
      ].join(' & ')})`;
    });
    return compiled.length === 0 ? null : compiled.join(' | ');
  };
  return {
    inTitles: compile((word) => titleLexemeIn(workspaceId, word)),
    anywhere: compile((word) => lexemeIn(workspaceId, word)),
    isPlain: groups.flat().every(({ isPhrase, isExcluded }) => !isPhrase && !isExcluded),
    words: groups
      .flat()
      .filter(({ isExcluded }) => !isExcluded)
      .flatMap(({ words }) => words.flatMap(({ whole, pieces }) => [whole, ...pieces])),
  };
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

function termQuery({ words, isPhrase }: Term, lexeme: (word: string) => string): string {
  if (isPhrase) return `(${words.flatMap(({ pieces }) => pieces.map((piece) => exact(lexeme(piece)))).join(' <-> ')})`;
  return `(${words.map((word) => wordQuery(word, lexeme)).join(' & ')})`;
}

/** A part number is found whole, however it is punctuated, and by its pieces. */
function wordQuery({ whole, pieces }: Word, lexeme: (word: string) => string): string {
  const asWhole = prefix(lexeme(whole), whole);
  if (pieces.length === 1) return asWhole;
  return `(${asWhole} | (${pieces.map((piece) => prefix(lexeme(piece), piece)).join(' & ')}))`;
}

function prefix(lexeme: string, word: string): string {
  return word.length < SHORTEST_PREFIX ? exact(lexeme) : `${exact(lexeme)}:*`;
}

function exact(lexeme: string): string {
  return `'${lexeme}'`;
}
