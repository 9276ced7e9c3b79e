import type { ASTNode } from '@marcbachmann/cel-js';
import { checkIndex, checkMember, checkName, checkText } from './check-access.js';
import { checkOperation } from './check-call.js';
import { checkComparison, checkMembership } from './check-comparison.js';
import type { CheckContext } from './check-context.js';
import { checkParameterComparison, checkParameterText } from './check-parameter.js';
import { checkCondition, checkSpecial } from './check-special.js';
import { checkAbove } from './check-within.js';
import { CelError } from '../language/cel-error.js';
import { type CelComparator, type CelNode, childrenOf } from '../language/cel-node.js';
import { type CelSchema, type CelType, describeType } from '../values/cel-type.js';
import { coerce, unify } from './coerce.js';
import { isSpecialFunction, refusedFunctions, specialFunctions } from '../language/language-forms.js';
import { readNumberLiteral } from '../language/number-literal.js';
import { suggestName } from '../language/near-name.js';
import { functionNames, overloadsOf } from '../operations/operations.js';
import { parseExpression } from '../language/parse-expression.js';

/** A checked expression. Store it instead of the text: it can be evaluated and compiled without another check. */
export interface CheckedCel {
  readonly type: CelType;
  readonly source: string;
  readonly tree: CelNode;
  /** The declared paths that the expression reads, each once. */
  readonly names: readonly (readonly string[])[];
  /** The subtrees that it looks into, each once. */
  readonly subtrees: readonly CelSubtree[];
}

/** A record of a tree and all below it. */
export interface CelSubtree {
  /** The kind of the records. */
  readonly tree: string;
  readonly root: string;
}

/** Throws a `CelError` unless the expression is valid and has one of the `expected` types. */
export function checkCel(expression: string, schema: CelSchema, expected?: CelType | readonly CelType[]): CheckedCel {
  const context: CheckContext = { schema, check: checkNode };
  const tree = asExpected(checkNode(parseExpression(expression), context), expected);
  return { type: tree.type, source: expression, tree, names: pathsIn(tree), subtrees: subtreesIn(tree) };
}

function asExpected(tree: CelNode, expected: CelType | readonly CelType[] | undefined): CelNode {
  if (expected === undefined) return tree;
  const types: readonly CelType[] = isTypeList(expected) ? expected : [expected];
  for (const type of types) {
    if (type === 'json') return tree;
    const coerced = tree.type === 'null' ? undefined : coerce(tree, type);
    if (coerced !== undefined) return coerced;
  }
  const wanted = types.map(describeType).join(' or ');
  throw new CelError(
    'type',
    `The expression must give ${wanted}, and it gives ${describeType(tree.type)}.`,
    tree.position,
  );
}

function isTypeList(expected: CelType | readonly CelType[]): expected is readonly CelType[] {
  return Array.isArray(expected);
}

function checkNode(node: ASTNode, context: CheckContext): CelNode {
  const position = node.start;
  const check = (part: ASTNode): CelNode => context.check(part, context);
  switch (node.op) {
    case 'value':
      return checkLiteral(node);
    case 'id':
      return checkName(node.args, position, context);
    case '.':
      return checkMember(check(node.args[0]), node.args[1], node.pos);
    case '[]':
      return checkIndex(check(node.args[0]), node.args[1], context);
    case '&&':
    case '||':
      return checkLogic(node, context);
    case '!_':
      return { kind: 'not', of: checkCondition(check(node.args)), type: 'bool', position };
    case '-_':
      return checkOperation({ kind: 'prefix', name: '-', args: [check(node.args)], position });
    case '?:':
      return checkConditional(node.args.map(check), position);
    case '==':
    case '!=':
      return checkAbove(node, context) ?? checkComparisonOf(node, context);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return checkComparisonOf(node, context);
    case 'in':
      return checkMembership({
        left: checkParameterText(node.args[0], context) ?? check(node.args[0]),
        right: check(node.args[1]),
        position,
      });
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return checkOperation({ kind: 'infix', name: node.op, args: node.args.map(check), position });
    case 'list':
      return checkList(node.args.map(check), position);
    case 'call':
      return checkFunction({ name: node.args[0], args: node.args[1], position }, context);
    case 'rcall':
      return checkFunction(
        { name: node.args[0], args: [node.args[1], ...node.args[2]], position: positionOfMethod(node) },
        context,
      );
    case 'map':
      throw new CelError('unsupported', 'An object cannot be written here.', position);
    default:
      throw new CelError(
        'unsupported',
        'Optional access is not available; a missing field is simply absent.',
        position,
      );
  }
}

function checkComparisonOf(node: Node<CelComparator>, context: CheckContext): CelNode {
  const { op: comparator, args, start: position } = node;
  const ofParameter = checkParameterComparison({ comparator, args, position }, context);
  if (ofParameter) return ofParameter;
  const [left, right] = args.map((part) => context.check(part, context)) as [CelNode, CelNode];
  return checkComparison(comparator, { left, right, position });
}

type Node<Op extends ASTNode['op']> = Extract<ASTNode, { op: Op }>;

function checkLiteral(node: Node<'value'>): CelNode {
  const { args: value, start: position } = node;
  if (value === null) return { kind: 'literal', value: undefined, type: 'null', position };
  if (typeof value === 'boolean') return { kind: 'literal', value, type: 'bool', position };
  if (typeof value === 'string')
    return { kind: 'literal', value: checkText(value, position), type: 'string', position };
  if (value instanceof Uint8Array) throw new CelError('unsupported', 'Bytes are not available.', position);
  return {
    kind: 'literal',
    value: readNumberLiteral(node.input.slice(node.start, node.end), position),
    type: 'number',
    position,
  };
}

function checkLogic(node: Node<'&&'> | Node<'||'>, context: CheckContext): CelNode {
  const parts: ASTNode[] = [];
  let left: ASTNode = node;
  while (left.op === node.op) {
    parts.unshift(left.args[1]);
    left = left.args[0];
  }
  const conditions = [left, ...parts].map((part) => checkCondition(context.check(part, context)));
  return { kind: node.op === '&&' ? 'and' : 'or', parts: conditions, type: 'bool', position: node.start };
}

function checkConditional([test, then, otherwise]: readonly CelNode[], position: number): CelNode {
  if (test === undefined || then === undefined || otherwise === undefined)
    throw new TypeError('A conditional has three parts.');
  const branches = unify(then, otherwise);
  if (branches === undefined) {
    const message = `Both results of "? :" must be of one type, not ${describeType(then.type)} and ${describeType(otherwise.type)}.`;
    throw new CelError('type', message, otherwise.position);
  }
  const condition = checkCondition(test);
  return {
    kind: 'conditional',
    condition,
    then: branches[0],
    otherwise: branches[1],
    type: branches[0].type,
    position,
  };
}

function checkList(items: readonly CelNode[], position: number): CelNode {
  let type: CelType = 'null';
  for (const item of items) {
    if (item.type === 'null') throw new CelError('type', 'A list cannot hold null.', item.position);
    if (type === 'null' || type === 'json') type = item.type;
  }
  const coerced = items.map((item) => {
    const one = coerce(item, type);
    if (one === undefined) {
      const message = `The items of a list must be of one type, not ${describeType(type)} and ${describeType(item.type)}.`;
      throw new CelError('type', message, item.position);
    }
    return one;
  });
  return { kind: 'list', items: coerced, type: { list: type }, position };
}

/** The parser stores the start of `receiver.name(...)`, but the fault is at the name. */
function positionOfMethod({ input, args: [name, receiver], start }: Node<'rcall'>): number {
  const position = input.indexOf(name, receiver.end);
  return position === -1 ? start : position;
}

interface FunctionCall {
  readonly name: string;
  readonly args: readonly ASTNode[];
  readonly position: number;
}

function checkFunction({ name, args, position }: FunctionCall, context: CheckContext): CelNode {
  if (Object.hasOwn(refusedFunctions, name))
    throw new CelError('unsupported', refusedFunctions[name] ?? name, position);
  if (isSpecialFunction(name)) return checkSpecial({ name, args, position }, context);
  if (overloadsOf('function', name).length === 0) {
    const hint = suggestName(name, [...functionNames(), ...Object.keys(specialFunctions)]);
    throw new CelError('unknown_name', `There is no function ${name}().${hint}`, position);
  }
  return checkOperation({ kind: 'function', name, args: args.map((arg) => context.check(arg, context)), position });
}

/** The declared paths below a node, each once. */
export function pathsIn(tree: CelNode): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  const visit = (node: CelNode): void => {
    if (node.kind === 'field') found.set(JSON.stringify(node.path), node.path);
    childrenOf(node).forEach(visit);
  };
  visit(tree);
  return [...found.values()];
}

function subtreesIn(tree: CelNode): readonly CelSubtree[] {
  const found = new Map<string, CelSubtree>();
  const visit = (node: CelNode): void => {
    if (node.kind === 'within') found.set(`${node.tree}/${node.root}`, { tree: node.tree, root: node.root });
    childrenOf(node).forEach(visit);
  };
  visit(tree);
  return [...found.values()];
}
