import { CelError } from '../language/cel-error.js';
import type { CelComparator, CelNode } from '../language/cel-node.js';
import { type CelType, describeType, isListType, isObjectType } from '../values/cel-type.js';
import { coerce, unify } from './coerce.js';
import { describeNode } from '../language/describe-node.js';

export interface Operands {
  readonly left: CelNode;
  readonly right: CelNode;
  readonly position: number;
}

export function checkComparison(comparator: CelComparator, { left, right, position }: Operands): CelNode {
  if (left.type === 'null' || right.type === 'null') return checkPresence(comparator, { left, right, position });
  const operands = unify(left, right);
  if (operands === undefined) {
    const message = `${describeNode(left)} is ${describeType(left.type)} and cannot be compared with ${describeType(right.type)}.`;
    throw new CelError('type', `${message}${membersHint(left)}`, right.position);
  }
  const type = operands[0].type;
  const equality = comparator === '==' || comparator === '!=';
  if (isObjectType(type))
    throw new CelError(
      'type',
      `An object cannot be compared; compare one of its fields.${membersHint(left)}`,
      position,
    );
  if (!equality && !isOrdered(type)) {
    throw new CelError(
      'type',
      `${describeNode(left)} is ${describeType(type)}: "${comparator}" has no meaning for it.`,
      position,
    );
  }
  if (equality) {
    checkAllowed(left, right);
    checkAllowed(right, left);
  }
  return { kind: 'compare', comparator, left: operands[0], right: operands[1], type: 'bool', position };
}

const MAX_HINTED = 6;

/** The members of an object, one of which was meant. */
function membersHint(node: CelNode): string {
  const names = isObjectType(node.type) ? Object.keys(node.type.object).slice(0, MAX_HINTED) : [];
  return names.length === 0 ? '' : ` It has ${names.map((name) => `"${name}"`).join(', ')}.`;
}

/** `item in list` */
export function checkMembership({ left, right, position }: Operands): CelNode {
  const list = right.type === 'json' ? coerce(right, { list: 'json' }) : right;
  if (list === undefined || !isListType(list.type)) {
    const message = `The right side of "in" must be a list, and ${describeNode(right)} is ${describeType(right.type)}.`;
    throw new CelError('type', message, right.position);
  }
  if (list.kind === 'list') list.items.forEach((item) => checkAllowed(left, item));
  const item = list.type.list === 'json' || list.type.list === 'null' ? left : (coerce(left, list.type.list) ?? left);
  const itemList = coerce(list, { list: item.type });
  if (itemList === undefined || isObjectType(item.type) || item.type === 'null') {
    const message = `${describeType(list.type)} cannot hold ${describeType(left.type)}.`;
    throw new CelError('type', message.charAt(0).toUpperCase() + message.slice(1), left.position);
  }
  return { kind: 'in', item, list: itemList, type: 'bool', position };
}

function checkPresence(comparator: CelComparator, { left, right, position }: Operands): CelNode {
  if (comparator !== '==' && comparator !== '!=') {
    throw new CelError('type', `null is compared with == or != only, not with "${comparator}".`, position);
  }
  const of = left.type === 'null' ? right : left;
  return { kind: 'presence', of, present: comparator === '!=', type: 'bool', position };
}

function isOrdered(type: CelType): boolean {
  return type === 'number' || type === 'string' || type === 'timestamp' || type === 'duration';
}

function checkAllowed(field: CelNode, literal: CelNode): void {
  if (!('allowed' in field) || field.allowed === undefined) return;
  if (literal.kind !== 'literal' || typeof literal.value !== 'string') return;
  if (field.allowed.includes(literal.value)) return;
  const allowed = field.allowed.map((value) => `"${value}"`).join(', ');
  throw new CelError(
    'type',
    `${describeNode(field)} is one of ${allowed}, never "${literal.value}".`,
    literal.position,
  );
}
