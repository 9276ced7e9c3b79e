import type { UiField } from '@cubit/web-client';
import { type FieldTypeName, type FilteredField, typeHolds } from '@cubit/web-contract';
import type { ShownType } from '../../cells/index.js';

export type Operator =
  | 'is'
  | 'is not'
  | 'contains'
  | 'has'
  | 'above'
  | 'below'
  | 'at least'
  | 'at most'
  | 'set'
  | 'empty';

/** One part of a filter as the builder reads and writes it. */
export interface FilterPart {
  /** As it stands in the expression. */
  readonly text: string;
  readonly field?: string;
  readonly operator?: Operator;
  /** The value in words; absent for `set` and `empty`. */
  readonly value?: string;
}

const SYMBOLS: Readonly<Record<string, Operator>> = {
  '==': 'is',
  '!=': 'is not',
  '>': 'above',
  '<': 'below',
  '>=': 'at least',
  '<=': 'at most',
};

/** Whether all parts of an expression must be true (`&&`), or one of them (`||`). */
export type Joint = 'all' | 'any';

const SIGNS = { all: '&&', any: '||' } as const;
/** The signs that bind less than that of a joint. */
const LOOSER: Readonly<Record<Joint, readonly string[]>> = { all: ['||', '?'], any: ['?'] };

/** `any` where alternatives are what an expression is made of. */
export function jointOf(expression: string): Joint {
  return partsOf(expression, 'any').length > 1 ? 'any' : 'all';
}

/** The parts that an expression joins outside of brackets and quotes: by `&&`, or by `||`. */
export function filterParts(filter: string, joint: Joint = 'all'): readonly FilterPart[] {
  return partsOf(filter, joint).map(partOf);
}

function partsOf(expression: string, joint: Joint): readonly string[] {
  const signs = signsOf(expression);
  if (isLooser(signs, joint)) return [expression.trim()];
  const parts: string[] = [];
  let start = 0;
  for (const { at, sign } of signs)
    if (sign === SIGNS[joint]) {
      parts.push(expression.slice(start, at).trim());
      start = at + sign.length;
    }
  return [...parts, expression.slice(start).trim()].filter(Boolean);
}

interface Sign {
  readonly at: number;
  readonly sign: string;
}

const isLooser = (signs: readonly Sign[], joint: Joint) => signs.some(({ sign }) => LOOSER[joint].includes(sign));

/** `&&`, `||` and `?` outside of brackets and quotes. */
function signsOf(expression: string): readonly Sign[] {
  const signs: Sign[] = [];
  let [depth, quote] = [0, ''];
  for (let at = 0; at < expression.length; at += 1) {
    const character = expression[at] ?? '';
    const sign = ['&&', '||', '?'].find((each) => expression.startsWith(each, at));
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    else if (depth === 0 && sign !== undefined) {
      signs.push({ at, sign });
      at += sign.length - 1;
    }
  }
  return signs;
}

const LITERAL = String.raw`("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false)`;
/** A field of a list, or a path: `event.payload.qty`. */
const NAME = String.raw`(?:field\(")?([a-z_]\w*(?:\.[a-z_]\w*)*)(?:"\))?`;
const form = (pattern: string) => new RegExp(`^${pattern}$`, 'i');
const COMPARED = form(String.raw`${NAME}\s*(==|!=|>=|<=|>|<)\s*${LITERAL}`);
const CONTAINED = form(String.raw`lower\(${NAME}\)\.contains\(${LITERAL}\)`);
const MEMBER = form(String.raw`${LITERAL}\s+in\s+${NAME}`);
const PRESENT = form(String.raw`(!?)has\(${NAME}\)`);

function partOf(text: string): FilterPart {
  const compared = COMPARED.exec(text);
  if (compared) return { text, field: compared[1], operator: SYMBOLS[compared[2] ?? ''], value: unquoted(compared[3]) };
  const contained = CONTAINED.exec(text);
  if (contained) return { text, field: contained[1], operator: 'contains', value: unquoted(contained[2]) };
  const member = MEMBER.exec(text);
  if (member) return { text, field: member[2], operator: 'has', value: unquoted(member[1]) };
  const present = PRESENT.exec(text);
  return present ? { text, field: present[2], operator: present[1] === '!' ? 'empty' : 'set' } : { text };
}

function unquoted(literal = ''): string {
  if (!literal.startsWith('"')) return literal;
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal.slice(1, -1);
  }
}

/** Records with this value of a field; null: those without one. */
export function valueCondition(field: UiField, value: string | null): string {
  return value === null ? conditionText(field, 'empty', '') : conditionText(field, 'is', value);
}

export function joinFilter(parts: readonly (string | undefined)[], joint: Joint = 'all'): string {
  const present = parts.filter((part): part is string => part !== undefined && part.trim() !== '');
  if (present.length < 2) return present[0] ?? '';
  return present.map((part) => (isLooser(signsOf(part), joint) ? `(${part})` : part)).join(` ${SIGNS[joint]} `);
}

const IS_SET: readonly Operator[] = ['set', 'empty'];
const OF_LIST: readonly Operator[] = ['has'];
const OF_TEXT: readonly Operator[] = ['contains', 'is', 'is not', ...IS_SET];
const OF_NUMBER: readonly Operator[] = ['is', 'above', 'below', 'at least', 'at most', ...IS_SET];
const OF_TIME: readonly Operator[] = ['below', 'above', ...IS_SET];
const OF_CHOICE: readonly Operator[] = ['is', 'is not', ...IS_SET];

interface FieldFilter {
  /** Those that make sense for values of the type. */
  readonly operators: readonly Operator[];
  /** The type of what a value is compared with: one person, an amount without its currency. Null: only whether there is a value. */
  readonly value: FieldTypeName | null;
}

export const FIELD_FILTERS: Readonly<Record<ShownType, FieldFilter>> = {
  text: { operators: OF_TEXT, value: 'text' },
  longtext: { operators: OF_TEXT, value: 'text' },
  url: { operators: OF_TEXT, value: 'url' },
  email: { operators: OF_TEXT, value: 'email' },
  integer: { operators: OF_NUMBER, value: 'integer' },
  decimal: { operators: OF_NUMBER, value: 'decimal' },
  money: { operators: OF_NUMBER, value: 'decimal' },
  date: { operators: OF_TIME, value: 'date' },
  datetime: { operators: OF_TIME, value: 'datetime' },
  boolean: { operators: ['is'], value: 'boolean' },
  enum: { operators: OF_CHOICE, value: 'enum' },
  ref: { operators: OF_CHOICE, value: 'ref' },
  user: { operators: OF_CHOICE, value: 'user' },
  refs: { operators: OF_LIST, value: 'ref' },
  users: { operators: OF_LIST, value: 'user' },
  tags: { operators: OF_LIST, value: 'text' },
  multi_select: { operators: IS_SET, value: null },
  any_ref: { operators: IS_SET, value: null },
  file: { operators: IS_SET, value: null },
  json: { operators: IS_SET, value: null },
};

/** The field of the value that a field is compared with: one person, an amount without its currency. */
export function comparedWith<Field extends object>(field: Field, type: ShownType) {
  return { ...field, type: FIELD_FILTERS[type].value ?? 'text', title: 'Value', required: true };
}

/** One part of a filter as an expression. */
export function conditionText(
  { name: plain, expression: name = plain, type }: FilteredField<ShownType>,
  operator: Operator,
  value: string,
): string {
  if (operator === 'set') return `has(${name})`;
  if (operator === 'empty') return `!has(${name})`;
  if (operator === 'has') return `${JSON.stringify(value)} in ${name}`;
  if (operator === 'contains') return `lower(${name}).contains(${JSON.stringify(value.toLowerCase())})`;
  const symbol = Object.entries(SYMBOLS).find(([, each]) => each === operator)?.[0] ?? '==';
  const isBare = typeHolds(type, 'number', 'boolean', 'money');
  return `${typeHolds(type, 'money') ? `${name}.amount` : name} ${symbol} ${isBare ? value : JSON.stringify(value)}`;
}

/** Where the server found a fault in an expression: `(at position 7)`. */
export function faultPosition(message: string): number | undefined {
  const found = /\(at position (\d+)\)/.exec(message);
  return found ? Number(found[1]) : undefined;
}
