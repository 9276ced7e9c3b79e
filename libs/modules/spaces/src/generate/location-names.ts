import { validationFailed } from '@cubit/core';

const PATH = '/input/pattern';
/** Maximum number of locations per call. */
export const MAX_GENERATED = 4_000;
const MAX_NAME = 200;
/** A range in braces, or text without braces. */
const PIECES = /\{([^{}]*)\}|([^{}]+)|([{}])/g;
const NUMBERS = /^(\d{1,9})-(\d{1,9})$/;
const LETTERS = /^([A-Z])-([A-Z])$/;

/**
 * Expands a pattern to names, with the last range changing fastest: `R{1-2}-S{01-03}` is R1-S01, R1-S02, R1-S03, R2-S01 and so on.
 * Numbers are padded to the width of the first number. Throws `validation_failed` for an invalid pattern or more than `MAX_GENERATED` names.
 */
export function locationNames(pattern: string): readonly string[] {
  let names: readonly string[] = [''];
  for (const [piece, range, text] of pattern.matchAll(PIECES)) {
    const parts = text === undefined ? partsOf(range, piece) : { count: 1, at: () => text };
    if (names.length * parts.count > MAX_GENERATED)
      throw refused('too_many', `stands for more than ${MAX_GENERATED} names.`);
    const values = Array.from({ length: parts.count }, (_, index) => parts.at(index));
    names = names.flatMap((name) => values.map((value) => name + value));
  }
  if (names.some((name) => name.length > MAX_NAME))
    throw refused('too_long', `makes names of more than ${MAX_NAME} characters.`);
  const trimmed = names.map((name) => name.trim());
  if (trimmed.includes('')) throw refused('pattern', 'makes names without a character.');
  if (new Set(trimmed).size < trimmed.length)
    throw refused('ambiguous', 'makes a name twice: put something between two ranges.');
  return trimmed;
}

interface Parts {
  readonly count: number;
  at(index: number): string;
}

function partsOf(range: string | undefined, piece: string): Parts {
  if (range === undefined) throw refused('pattern', `has a '${piece}' without its pair.`);
  const [, first, last] = NUMBERS.exec(range) ?? [];
  if (first !== undefined && last !== undefined)
    return ascending(Number(first), Number(last), {
      piece,
      show: (number) => String(number).padStart(first.length, '0'),
    });
  const [, from, to] = LETTERS.exec(range) ?? [];
  if (from !== undefined && to !== undefined)
    return ascending(from.charCodeAt(0), to.charCodeAt(0), { piece, show: (code) => String.fromCharCode(code) });
  throw refused('pattern', `has '${piece}', which is no range: '{1-12}', '{01-12}' and '{A-F}' are.`);
}

interface Range {
  readonly piece: string;
  show(value: number): string;
}

function ascending(first: number, last: number, { piece, show }: Range): Parts {
  if (last < first) throw refused('pattern', `has '${piece}', which ends before it begins.`);
  return { count: last - first + 1, at: (index) => show(first + index) };
}

function refused(code: string, what: string): Error {
  return validationFailed([{ path: PATH, code, message: what }]);
}
