import type { CelField, CelType } from '../values/cel-type.js';
import type { CelOperation } from './operation.js';

/**
 * The typed syntax tree: the checker creates it and both back ends read it. Types are resolved, and every node
 * knows its position.
 */
export type CelNode =
  | CelLiteral
  | CelNow
  | CelFieldRead
  | CelElementRead
  | CelMemberRead
  | CelConversion
  | CelBounded
  | CelCall
  | CelComparison
  | CelPresence
  | CelMembership
  | CelLogic
  | CelNegation
  | CelConditional
  | CelFallback
  | CelListLiteral
  | CelMacro
  | CelWithin
  | CelSearch;

interface Typed {
  readonly type: CelType;
  readonly position: number;
}

/** Undefined is `null`. Numbers, times and durations are `Decimal`. */
export interface CelLiteral extends Typed {
  readonly kind: 'literal';
  readonly value: unknown;
}

export interface CelNow extends Typed {
  readonly kind: 'now';
}

/** A declared variable or a field below it. */
export interface CelFieldRead extends Typed {
  readonly kind: 'field';
  readonly path: readonly string[];
  readonly refersTo?: string | undefined;
  readonly allowed?: readonly string[] | undefined;
  readonly fold?: CelField['fold'];
}

/** The variable of the enclosing macro. */
export interface CelElementRead extends Typed {
  readonly kind: 'element';
  readonly name: string;
  readonly allowed?: readonly string[] | undefined;
}

/** A key or index of a value without a declared path: an item of a list, a key of a value of unknown shape. */
export interface CelMemberRead extends Typed {
  readonly kind: 'member';
  readonly of: CelNode;
  readonly key: string | number;
  readonly allowed?: readonly string[] | undefined;
}

/** Converts a value of unknown shape to a known type: absent if it is not of that type. */
export interface CelConversion extends Typed {
  readonly kind: 'convert';
  readonly of: CelNode;
}

/** A stored number as an operand of arithmetic: see `INTEGER_DIGITS` and `DECIMAL_PLACES`. */
export interface CelBounded extends Typed {
  readonly kind: 'bounded';
  readonly of: CelNode;
}

export interface CelCall extends Typed {
  readonly kind: 'call';
  readonly operation: CelOperation;
  readonly args: readonly CelNode[];
}

export type CelComparator = '==' | '!=' | '<' | '<=' | '>' | '>=';

export interface CelComparison extends Typed {
  readonly kind: 'compare';
  readonly comparator: CelComparator;
  readonly left: CelNode;
  readonly right: CelNode;
}

/** `has(x)`, `x != null` and, with `present` false, `x == null`. */
export interface CelPresence extends Typed {
  readonly kind: 'presence';
  readonly of: CelNode;
  readonly present: boolean;
}

export interface CelMembership extends Typed {
  readonly kind: 'in';
  readonly item: CelNode;
  readonly list: CelNode;
}

export interface CelLogic extends Typed {
  readonly kind: 'and' | 'or';
  readonly parts: readonly CelNode[];
}

export interface CelNegation extends Typed {
  readonly kind: 'not';
  readonly of: CelNode;
}

export interface CelConditional extends Typed {
  readonly kind: 'conditional';
  readonly condition: CelNode;
  readonly then: CelNode;
  readonly otherwise: CelNode;
}

/** `default(x, fallback)`: the first present operand. */
export interface CelFallback extends Typed {
  readonly kind: 'fallback';
  readonly parts: readonly CelNode[];
}

export interface CelListLiteral extends Typed {
  readonly kind: 'list';
  readonly items: readonly CelNode[];
}

export type CelMacroName = 'exists' | 'all' | 'filter' | 'map';

export interface CelMacro extends Typed {
  readonly kind: 'macro';
  readonly name: CelMacroName;
  readonly list: CelNode;
  readonly body: CelNode;
}

/** Whether a record that the field names is `root`, or below it in the tree of its kind. */
export interface CelWithin extends Typed {
  readonly kind: 'within';
  readonly of: CelFieldRead;
  readonly tree: string;
  readonly root: string;
}

/** Whether the search of the workspace finds the record. */
export interface CelSearch extends Typed {
  readonly kind: 'search';
  readonly text: string;
}

export function childrenOf(node: CelNode): readonly CelNode[] {
  switch (node.kind) {
    case 'literal':
    case 'now':
    case 'field':
    case 'element':
    case 'search':
      return [];
    case 'member':
    case 'convert':
    case 'bounded':
    case 'presence':
    case 'not':
    case 'within':
      return [node.of];
    case 'call':
      return node.args;
    case 'compare':
      return [node.left, node.right];
    case 'in':
      return [node.item, node.list];
    case 'and':
    case 'or':
    case 'fallback':
      return node.parts;
    case 'conditional':
      return [node.condition, node.then, node.otherwise];
    case 'list':
      return node.items;
    case 'macro':
      return [node.list, node.body];
  }
}

/** Depends on neither a record nor the variable of a macro: evaluated once, in memory, for both back ends. */
export function isConstant(node: CelNode): boolean {
  if (node.kind === 'macro') return isConstant(node.list) && !readsField(node.body);
  return node.kind !== 'element' && !isRead(node) && childrenOf(node).every(isConstant);
}

function readsField(node: CelNode): boolean {
  return isRead(node) || childrenOf(node).some(readsField);
}

function isRead({ kind }: CelNode): boolean {
  return kind === 'field' || kind === 'search';
}
