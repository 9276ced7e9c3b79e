import { CelError } from '../language/cel-error.js';
import type { CelNode } from '../language/cel-node.js';
import { type CelType, isListType, isObjectType, sameType } from '../values/cel-type.js';
import { parseTime } from '../values/iso-time.js';
import { notATime } from '../operations/operations-on-times.js';

/**
 * Converts the node to `type` if the language allows it: ISO text for a time, a value of unknown shape, null, an
 * empty list. Undefined if it does not.
 */
export function coerce(node: CelNode, type: CelType): CelNode | undefined {
  if (sameType(node.type, type)) return node;
  if (node.type === 'null') return { kind: 'literal', value: undefined, type, position: node.position };
  if (type === 'timestamp' && node.kind === 'literal' && typeof node.value === 'string')
    return timeLiteral(node, node.value);
  if (node.type === 'json') return type === 'null' ? undefined : convert(node, type);
  if (isListType(node.type) && isListType(type)) return coerceList(node, node.type.list, type.list);
  return undefined;
}

/** Converts both nodes to one type; undefined if there is no common type. */
export function unify(left: CelNode, right: CelNode): readonly [CelNode, CelNode] | undefined {
  if (isObjectType(left.type) || isObjectType(right.type)) {
    return sameType(left.type, right.type) ? [left, right] : undefined;
  }
  const asRight = coerce(left, right.type);
  if (asRight !== undefined && right.type !== 'null') return [asRight, right];
  const asLeft = coerce(right, left.type);
  return asLeft === undefined ? undefined : [left, asLeft];
}

function convert(node: CelNode, type: CelType): CelNode {
  return { kind: 'convert', of: node, type, position: node.position };
}

function timeLiteral(node: CelNode, text: string): CelNode {
  const value = parseTime(text);
  if (value === undefined) throw new CelError('type', notATime(text), node.position);
  return { kind: 'literal', value, type: 'timestamp', position: node.position };
}

function coerceList(node: CelNode, from: CelType, to: CelType): CelNode | undefined {
  if (from === 'null') return { ...node, type: { list: to } };
  if (node.kind === 'list') {
    const items: CelNode[] = [];
    for (const item of node.items) {
      const coerced = coerce(item, to);
      if (coerced === undefined) return undefined;
      items.push(coerced);
    }
    return { ...node, items, type: { list: to } };
  }
  return from === 'json' ? convert(node, { list: to }) : undefined;
}
