import type { UiField } from '@cubit/web-client';
import type { FilteredField } from '@cubit/web-contract';

export type Operator =
  'is' | 'is not' | 'contains' | 'has' | 'above' | 'below' | 'at least' | 'at most' | 'set' | 'empty';

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

/** The parts that an expression joins by `&&` outside of brackets and quotes. */
export function filterParts(filter: string): readonly FilterPart[] {
  return conjuncts(filter).map(partOf);
}

function conjuncts(filter: string): readonly string[] {
  const parts: string[] = [];
  let [start, depth, quote] = [0, 0, ''];
  for (let at = 0; at < filter.length; at += 1) {
    const sign = filter[at] ?? '';
    if (quote !== '') {
      if (sign === '\\') at += 1;
      else if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    else if (depth === 0 && (filter.startsWith('||', at) || sign === '?')) return [filter.trim()].filter(Boolean);
    else if (depth === 0 && filter.startsWith('&&', at)) {
      parts.push(filter.slice(start, at).trim());
      at += 1;
      start = at + 1;
    }
  }
  return [...parts, filter.slice(start).trim()].filter(Boolean);
}

const LITERAL = String.raw`("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false)`;
const NAME = String.raw`(?:field\(")?([a-z_]\w*)(?:"\))?`;
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

export function joinFilter(parts: readonly (string | undefined)[]): string {
  const present = parts.filter((part): part is string => part !== undefined && part.trim() !== '');
  if (present.length < 2) return present[0] ?? '';
  return present
    .map((part) => (conjuncts(part).length === 1 && /\|\||\?/.test(part) ? `(${part})` : part))
    .join(' && ');
}

const NUMBER_TYPES = new Set(['integer', 'decimal', 'number']);
const TEXT_TYPES = new Set(['text', 'longtext', 'url', 'email']);
const LIST_TYPES = new Set(['tags', 'users', 'refs']);

/** The operators that make sense for a field. */
export function operatorsOf({ type }: Pick<UiField, 'type'>): readonly Operator[] {
  if (LIST_TYPES.has(type)) return ['has'];
  if (type === 'boolean') return ['is'];
  if (TEXT_TYPES.has(type)) return ['contains', 'is', 'is not', 'set', 'empty'];
  if (NUMBER_TYPES.has(type) || type === 'money')
    return ['is', 'above', 'below', 'at least', 'at most', 'set', 'empty'];
  if (type === 'date' || type === 'datetime') return ['below', 'above', 'set', 'empty'];
  if (type === 'enum' || type === 'ref' || type === 'user') return ['is', 'is not', 'set', 'empty'];
  return ['set', 'empty'];
}

/** One part of a filter as an expression. */
export function conditionText(
  { name: plain, expression: name = plain, type }: FilteredField,
  operator: Operator,
  value: string,
): string {
  if (operator === 'set') return `has(${name})`;
  if (operator === 'empty') return `!has(${name})`;
  if (operator === 'has') return `${JSON.stringify(value)} in ${name}`;
  if (operator === 'contains') return `lower(${name}).contains(${JSON.stringify(value.toLowerCase())})`;
  const symbol = Object.entries(SYMBOLS).find(([, each]) => each === operator)?.[0] ?? '==';
  const isBare = NUMBER_TYPES.has(type) || type === 'boolean' || type === 'money';
  return `${type === 'money' ? `${name}.amount` : name} ${symbol} ${isBare ? value : JSON.stringify(value)}`;
}

/** Where the server found a fault in an expression: `(at position 7)`. */
export function faultPosition(message: string): number | undefined {
  const found = /\(at position (\d+)\)/.exec(message);
  return found ? Number(found[1]) : undefined;
}
