import { decimalToText } from '@cubit/decimal';
import { notAQuantity, parseQuantity, readUnit, valueInUnit } from '@cubit/units';
import { checkCel } from '../check/check-cel.js';
import type { CelField, CelSchema } from '../values/cel-type.js';
import { CelError } from './cel-error.js';
import { fieldName } from './field-name.js';

const COMPARISON =
  /([\p{L}_][\p{L}\p{N}_ .-]*?)\s*(>=|<=|==|!=|=|<|>|≥|≤)\s*("(?:[^"\\]|\\.)*"|[^\s&|()<>=!"≥≤](?:[^&|()<>=!"≥≤]*[^\s&|()<>=!"≥≤])?)/uy;
const JOIN = /&&|\|\||[()]|!(?!=)/uy;
const WORD = /"([^"]*)"|[^\s&|()<>=!"≥≤]+/uy;
const OPERATORS: Readonly<Record<string, string>> = { '=': '==', '≥': '>=', '≤': '<=' };

/** Whether a search text has the form of a filter: it compares something. */
export function isShortFilter(text: string): boolean {
  return /[<>=≥≤]/u.test(text);
}

/**
 * A filter in the short form that people type, as an expression: `resistance >= 10k && tolerance <= 1%`. A name is a field, else a
 * parameter; words are searched for. Throws a `CelError` with the position of what it cannot read.
 */
export function shortFilter(text: string, schema: CelSchema): string {
  const parts = new ConditionParts();
  let at = 0;
  const read = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  for (;;) {
    while (/\s/u.test(text[at] ?? '')) at += 1;
    if (at >= text.length) return parts.text();
    const join = read(JOIN)?.[0];
    if (join !== undefined) {
      parts.join(join);
      continue;
    }
    const start = at;
    const condition = conditionOf(read(COMPARISON), schema, start);
    const word = condition === undefined ? read(WORD)?.[0] : undefined;
    if (condition !== undefined) parts.add(condition);
    else if (word !== undefined) parts.addWord(word);
    else throw new CelError('syntax', 'A comparison is expected here, for example `resistance >= 10k`.', at);
  }
}

/** The expression as far as it is read. Words that follow each other are one search. */
class ConditionParts {
  readonly #parts: string[] = [];
  #words: string[] = [];
  /** The last part is a condition: another one is joined by `&&`. */
  #isOperand = false;

  join(sign: string): void {
    this.#endWords();
    if (this.#isOperand && (sign === '!' || sign === '(')) this.#parts.push('&&');
    this.#parts.push(sign);
    this.#isOperand = sign === ')';
  }

  add(condition: string): void {
    this.#endWords();
    if (this.#isOperand) this.#parts.push('&&');
    this.#parts.push(condition);
    this.#isOperand = true;
  }

  addWord(word: string): void {
    this.#words.push(word);
    // `!bolt nut`: without the first word, with the second.
    if (this.#parts.at(-1) === '!') this.#endWords();
  }

  text(): string {
    this.#endWords();
    return this.#parts.join(' ');
  }

  #endWords(): void {
    const words = this.#words;
    this.#words = [];
    if (words.length > 0) this.add(wordsCondition(words));
  }
}

function conditionOf(match: RegExpExecArray | null, schema: CelSchema, position: number): string | undefined {
  if (!match) return undefined;
  const [whole, name = '', written = '', literal = ''] = match;
  const operator = OPERATORS[written] ?? written;
  const known = Object.hasOwn(schema.variables, name) ? schema.variables[name] : undefined;
  if (!known && !Object.hasOwn(schema.variables, 'parameters'))
    throw new CelError('unknown_name', `There is no field '${name}'.`, position);
  const at = position + whole.length - literal.length;
  const condition = known
    ? `${fieldName(name)} ${operator} ${fieldLiteral(known, literal, at)}`
    : `param(${JSON.stringify(name)}) ${operator} ${parameterLiteral(operator, literal, at)}`;
  check(condition, schema, position);
  return condition;
}

/** The types of one condition: a fault is at its place in what was typed, not in its translation. */
function check(condition: string, schema: CelSchema, position: number): void {
  try {
    checkCel(condition, schema, 'bool');
  } catch (error) {
    throw error instanceof CelError ? new CelError(error.code, error.message, position) : error;
  }
}

function fieldLiteral({ type, unit }: CelField, literal: string, position: number): string {
  if (literal.startsWith('"') || literal === 'null') return literal;
  if (type === 'bool') return literal;
  return type === 'number' ? numberIn(unit, literal, position) : JSON.stringify(literal);
}

/** The number of a quantity in the unit of its field. Numbers without a unit of their own are compared with numbers alone. */
function numberIn(unit: string | undefined, literal: string, position: number): string {
  const quantity = parseQuantity(literal);
  if (!quantity) throw new CelError('type', notAQuantity(literal), position);
  const { value, plain, metres } = quantity;
  const to = unit === undefined ? undefined : readUnit(unit);
  if (metres && to?.plain === 'm') return decimalToText(valueInUnit(metres, to));
  if (plain === undefined || plain === 'pcs') return decimalToText(value);
  if (to?.plain === plain) return decimalToText(valueInUnit(value, to));
  const wanted = unit === undefined ? 'without a unit' : `in ${unit}`;
  throw new CelError('type', `Write this number ${wanted}.`, position);
}

function parameterLiteral(operator: string, literal: string, position: number): string {
  if (literal.startsWith('"') || literal === 'null') return literal;
  if (parseQuantity(literal)) return `quantity(${JSON.stringify(literal)})`;
  if (operator !== '==' && operator !== '!=') throw new CelError('type', notAQuantity(literal), position);
  return JSON.stringify(literal);
}

/** What the search of the workspace finds, and titles that have all words, also in the middle of theirs. */
function wordsCondition(words: readonly string[]): string {
  const found = `search(${JSON.stringify(words.join(' '))})`;
  if (words.some((word) => /^(?:["-]|or$)/iu.test(word))) return found;
  const inTitle = words.map((word) => `lower(title).contains(lower(${JSON.stringify(word)}))`);
  return `(${found} || (${inTitle.join(' && ')}))`;
}
