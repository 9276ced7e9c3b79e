import { decimalToText } from '@cubit/decimal';
import { parseQuantity } from '@cubit/units';
import type { CelSchema } from '../values/cel-type.js';
import { CelError } from './cel-error.js';

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
 * parameter; a word alone is part of the title. Throws a `CelError` with the position of what it cannot read.
 */
export function shortFilter(text: string, schema: CelSchema): string {
  const parts: string[] = [];
  let at = 0;
  let isOperand = false;
  const read = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  for (;;) {
    while (/\s/u.test(text[at] ?? '')) at += 1;
    if (at >= text.length) return parts.join(' ');
    const join = read(JOIN)?.[0];
    if (join !== undefined) {
      parts.push(join);
      isOperand = join === ')';
      continue;
    }
    const start = at;
    const condition = conditionOf(read(COMPARISON), schema, start) ?? wordCondition(read(WORD));
    if (condition === undefined)
      throw new CelError('syntax', 'A comparison is expected here, for example `resistance >= 10k`.', at);
    if (isOperand) parts.push('&&');
    parts.push(condition);
    isOperand = true;
  }
}

function conditionOf(match: RegExpExecArray | null, schema: CelSchema, position: number): string | undefined {
  if (!match) return undefined;
  const [, name = '', written = '', literal = ''] = match;
  const operator = OPERATORS[written] ?? written;
  const field = name.trim();
  if (Object.hasOwn(schema.variables, field)) return `${field} ${operator} ${fieldLiteral(schema, field, literal)}`;
  if (!Object.hasOwn(schema.variables, 'parameters'))
    throw new CelError('unknown_name', `There is no field '${field}'.`, position);
  return `param(${JSON.stringify(field)}) ${operator} ${parameterLiteral(literal)}`;
}

function fieldLiteral({ variables }: CelSchema, name: string, literal: string): string {
  const type = variables[name]?.type;
  if (literal.startsWith('"') || literal === 'null') return literal;
  if (type === 'bool') return literal;
  const quantity = type === 'number' ? parseQuantity(literal) : undefined;
  return quantity ? decimalToText(quantity.value) : JSON.stringify(literal);
}

function parameterLiteral(literal: string): string {
  if (literal.startsWith('"') || literal === 'null') return literal;
  return parseQuantity(literal) ? `quantity(${JSON.stringify(literal)})` : JSON.stringify(literal);
}

function wordCondition(match: RegExpExecArray | null): string | undefined {
  if (!match) return undefined;
  const word = match[1] ?? match[0];
  return `lower(title).contains(lower(${JSON.stringify(word)}))`;
}
