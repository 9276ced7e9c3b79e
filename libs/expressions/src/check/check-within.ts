import type { ASTNode } from '@marcbachmann/cel-js';
import { CelError } from '../language/cel-error.js';
import type { CelComparator, CelFieldRead, CelNode, CelWithin } from '../language/cel-node.js';
import { describeNode } from '../language/describe-node.js';
import type { CheckContext } from './check-context.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `within(location, "<id>")` */
export function checkWithin(of: CelNode, root: CelNode, { schema }: CheckContext): CelWithin {
  const trees = schema.trees ?? new Set();
  if (of.kind !== 'field' || of.refersTo === undefined || !trees.has(of.refersTo)) {
    const message = `within() takes a field that refers to a record of a tree, and ${describeNode(of)} does not.`;
    throw new CelError('type', message, of.position);
  }
  const value = root.kind === 'literal' ? root.value : undefined;
  if (typeof value !== 'string' || !UUID.test(value))
    throw new CelError('type', 'The record to look below is named by its id, written out.', root.position);
  return { kind: 'within', of, tree: of.refersTo, root: value.toLowerCase(), type: 'bool', position: of.position };
}

/** `location.above == "<id>"`, the same as `within(location, "<id>")`. Undefined if the comparison is another one. */
export function checkAbove(node: ASTNode, context: CheckContext): CelNode | undefined {
  if (node.op !== '==' && node.op !== '!=') return undefined;
  const comparator: CelComparator = node.op;
  const [left, right] = node.args;
  if (left.op !== '.' || left.args[1] !== 'above') return undefined;
  const of = context.check(left.args[0], context);
  if (!isOfTree(of, context)) return undefined;
  const within = checkWithin(of, context.check(right, context), context);
  if (comparator === '==') return within;
  const present: CelNode = { kind: 'presence', of, present: true, type: 'bool', position: of.position };
  const outside: CelNode = { kind: 'not', of: within, type: 'bool', position: of.position };
  return { kind: 'and', parts: [present, outside], type: 'bool', position: of.position };
}

function isOfTree(of: CelNode, { schema }: CheckContext): of is CelFieldRead {
  return of.kind === 'field' && of.refersTo !== undefined && schema.trees?.has(of.refersTo) === true;
}
