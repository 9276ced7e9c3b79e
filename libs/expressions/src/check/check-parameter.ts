import type { ASTNode } from '@marcbachmann/cel-js';
import { type Decimal } from '@cubit/decimal';
import { notAQuantity, parameterKey, parseQuantity } from '@cubit/units';
import { CelError } from '../language/cel-error.js';
import type { CelComparator, CelNode } from '../language/cel-node.js';
import { specialFunctions } from '../language/language-forms.js';
import { type CelType, describeType } from '../values/cel-type.js';
import { checkMember, checkName } from './check-access.js';
import type { CheckContext } from './check-context.js';
import { checkComparison } from './check-comparison.js';

/** The variable with the parameters of a record: by key, each with `value`, `unit`, and for numbers `min`, `max` and `plain`, their plain unit. */
const VARIABLE = 'parameters';

const NOTHING: CelNode = { kind: 'literal', value: undefined, type: 'null', position: 0 };
const QUANTITY = specialFunctions.quantity.syntax;

const MIRRORED: Readonly<Record<CelComparator, CelComparator>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

interface Sides {
  readonly comparator: CelComparator;
  readonly args: readonly [ASTNode, ASTNode];
  readonly position: number;
}

/**
 * A comparison of `param(...)`: with a quantity or a number, for equality with a text. A range of values compares as some value of it does.
 * Undefined for another comparison.
 */
export function checkParameterComparison(
  { comparator, args, position }: Sides,
  context: CheckContext,
): CelNode | undefined {
  const [left, right] = args;
  const name = nameOf(left, context);
  if (name !== undefined) return compareParameter({ read: readAt(name, position), comparator }, right, context);
  const mirrored = nameOf(right, context);
  if (mirrored === undefined) return undefined;
  return compareParameter({ read: readAt(mirrored, position), comparator: MIRRORED[comparator] }, left, context);
}

/** `param(...)` itself: the parameter as an object, for `has()` and `null`. */
export function checkParameter(args: readonly ASTNode[], position: number, context: CheckContext): CelNode {
  return checkMember(checkName(VARIABLE, position, context), nameIn(args, position, context), position);
}

/** The text of a parameter, for `in`; undefined for another node. */
export function checkParameterText(node: ASTNode, context: CheckContext): CelNode | undefined {
  const name = nameOf(node, context);
  return name === undefined ? undefined : readAt(name, node.start)('value', 'string');
}

type Read = (member: string, type: CelType) => CelNode;

function readAt(key: string, position: number): Read {
  return (member, type) => ({ kind: 'field', path: [VARIABLE, key, member], type, position });
}

interface Comparison {
  readonly read: Read;
  readonly comparator: CelComparator;
}

function compareParameter(comparison: Comparison, other: ASTNode, context: CheckContext): CelNode {
  const { read, comparator } = comparison;
  if (isCall(other, 'quantity')) return compareQuantity(comparison, other.args[1], other.start);
  const value = context.check(other, context);
  const position = other.start;
  if (value.type === 'number') return compareNumber(comparison, value);
  if (value.type === 'null')
    return checkComparison(comparator, { left: read('value', 'string'), right: value, position });
  if (value.type !== 'string') {
    const message = `A parameter is compared with ${QUANTITY}, a number or a text, not with ${describeType(value.type)}.`;
    throw new CelError('type', message, position);
  }
  if (comparator !== '==' && comparator !== '!=')
    throw new CelError('type', `"${comparator}" compares a parameter with a quantity, such as ${QUANTITY}.`, position);
  return checkComparison(comparator, { left: read('value', 'string'), right: value, position });
}

function compareQuantity(comparison: Comparison, args: readonly ASTNode[], position: number): CelNode {
  const { read } = comparison;
  const [text, unit] = args.map((arg) => (arg.op === 'value' && arg.args !== null ? String(arg.args) : undefined));
  if (text === undefined || args.length > 2 || (args.length === 2 && unit === undefined))
    throw new CelError('type', `Write ${QUANTITY}, with texts.`, position);
  const parsed = parseQuantity(text, unit);
  if (!parsed) throw new CelError('type', notAQuantity(text, unit), position);
  const { value, plain, metres } = parsed;
  const compared = compareNumber(comparison, number(value, position));
  if (metres === undefined) return plain === undefined ? compared : both([measuresIn(read, plain, position), compared]);
  // `10m` is ten metres of a length, and milli of anything else.
  const length = isIn(read, 'm', position);
  const other: CelNode = { kind: 'not', of: length, type: 'bool', position };
  return {
    kind: 'or',
    parts: [both([length, compareNumber(comparison, number(metres, position))]), both([other, compared])],
    type: 'bool',
    position,
  };
}

/** The parameter is in this plain unit, or was written without a unit: then it is a number of this one. */
function measuresIn(read: Read, plain: string, position: number): CelNode {
  const absent = (member: string) => checkComparison('==', { left: read(member, 'string'), right: NOTHING, position });
  const bare = both([absent('plain'), absent('unit')]);
  return { kind: 'or', parts: [isIn(read, plain, position), bare], type: 'bool', position };
}

function isIn(read: Read, plain: string, position: number): CelNode {
  const literal: CelNode = { kind: 'literal', value: plain, type: 'string', position };
  return checkComparison('==', { left: read('plain', 'string'), right: literal, position });
}

/** In a range, some value compares so. */
function compareNumber({ read, comparator }: Comparison, value: CelNode): CelNode {
  const compare = (member: 'min' | 'max', how: CelComparator) =>
    checkComparison(how, { left: read(member, 'number'), right: value, position: value.position });
  switch (comparator) {
    case '==':
      return both([compare('min', '<='), compare('max', '>=')]);
    case '!=':
      return { kind: 'or', parts: [compare('min', '>'), compare('max', '<')], type: 'bool', position: value.position };
    case '<':
    case '<=':
      return compare('min', comparator);
    case '>':
    case '>=':
      return compare('max', comparator);
  }
}

function both(parts: readonly CelNode[]): CelNode {
  return { kind: 'and', parts, type: 'bool', position: parts[0]?.position ?? 0 };
}

function number(value: Decimal, position: number): CelNode {
  return { kind: 'literal', value, type: 'number', position };
}

type Call = Extract<ASTNode, { op: 'call' }>;

function isCall(node: ASTNode, name: string): node is Call {
  return node.op === 'call' && node.args[0] === name;
}

function nameOf(node: ASTNode, context: CheckContext): string | undefined {
  return isCall(node, 'param') ? nameIn(node.args[1], node.start, context) : undefined;
}

function nameIn(args: readonly ASTNode[], position: number, { schema }: CheckContext): string {
  if (!Object.hasOwn(schema.variables, VARIABLE))
    throw new CelError('unknown_name', 'param() is for records with parameters, and these have none.', position);
  const [name] = args;
  if (args.length !== 1 || name?.op !== 'value' || typeof name.args !== 'string' || parameterKey(name.args) === '')
    throw new CelError('type', `Write ${specialFunctions.param.syntax}, with the name of a parameter.`, position);
  return parameterKey(name.args);
}
