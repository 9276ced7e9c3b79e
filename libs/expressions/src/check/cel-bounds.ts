import { type CelNode, isConstant } from '../language/cel-node.js';
import type { CheckedCel } from './check-cel.js';

/**
 * Whether the expression only restricts the declared variable `name` to a range with constant ends, or to one
 * constant.
 */
export function celBounds({ tree }: CheckedCel, name: string): boolean {
  const parts = tree.kind === 'and' ? tree.parts : [tree];
  return parts.every((part) => {
    if (part.kind !== 'compare' || part.comparator === '!=') return false;
    const { left, right } = part;
    return (reads(left, name) && isConstant(right)) || (reads(right, name) && isConstant(left));
  });
}

function reads(node: CelNode, name: string): boolean {
  return node.kind === 'field' && node.path.length === 1 && node.path[0] === name;
}
