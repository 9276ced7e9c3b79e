import type { CelNode } from './cel-node.js';

/** The node as messages name it: its path if it has one. */
export function describeNode(node: CelNode): string {
  const name = nameOf(node);
  return name === undefined ? 'This' : `"${name}"`;
}

function nameOf(node: CelNode): string | undefined {
  switch (node.kind) {
    case 'field':
      return node.path.join('.');
    case 'element':
      return node.name;
    case 'member': {
      const owner = nameOf(node.of);
      if (owner === undefined) return undefined;
      return typeof node.key === 'number' ? `${owner}[${node.key}]` : `${owner}.${node.key}`;
    }
    case 'convert':
    case 'bounded':
      return nameOf(node.of);
    default:
      return undefined;
  }
}
