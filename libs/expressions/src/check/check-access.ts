import type { ASTNode } from '@marcbachmann/cel-js';
import { CelError } from '../language/cel-error.js';
import type { CelNode } from '../language/cel-node.js';
import {
  type CelField,
  type CelObjectType,
  type CelType,
  describeType,
  isListType,
  isObjectType,
} from '../values/cel-type.js';
import type { CheckContext } from './check-context.js';
import { isStorableText } from '../values/code-points.js';
import { describeNode } from '../language/describe-node.js';
import { suggestName } from '../language/near-name.js';

/** The largest index of PostgreSQL arrays. */
const MAX_INDEX = 2_147_483_646;

export function checkName(name: string, position: number, context: CheckContext): CelNode {
  const { element, schema } = context;
  if (element?.name === name) {
    return { kind: 'element', name, type: element.field.type, allowed: element.field.enum, position };
  }
  const field = Object.hasOwn(schema.variables, name) ? schema.variables[name] : undefined;
  if (field === undefined) {
    const known = [...Object.keys(schema.variables), ...(element === undefined ? [] : [element.name])];
    throw new CelError('unknown_name', `"${name}" is not known here.${suggestName(name, known)}`, position);
  }
  return { kind: 'field', path: [name], ...readOf(field), position };
}

function readOf({ type, enum: allowed, fold, refersTo }: CelField) {
  return { type, allowed, refersTo, ...(fold ? { fold } : {}) };
}

/** `of.name` */
export function checkMember(of: CelNode, name: string, position: number): CelNode {
  if (of.type === 'json') return { kind: 'member', of, key: name, type: 'json', position };
  if (!isObjectType(of.type)) {
    const hint = isListType(of.type) ? ' Look into its items with exists() or all().' : '';
    throw new CelError(
      'type',
      `${describeNode(of)} is ${describeType(of.type)} and has no "${name}".${hint}`,
      position,
    );
  }
  const field = fieldOf(of.type, name);
  if (field === undefined) {
    const hint = suggestName(name, Object.keys(of.type.object));
    throw new CelError('unknown_name', `${describeNode(of)} has no "${name}".${hint}`, position);
  }
  if (of.kind === 'field') return { ...of, path: [...of.path, name], ...readOf(field), position };
  return { kind: 'member', of, key: name, type: field.type, allowed: field.enum, position };
}

/** `of[key]` */
export function checkIndex(of: CelNode, key: ASTNode, context: CheckContext): CelNode {
  const index = context.check(key, context);
  const value = index.kind === 'literal' ? index.value : undefined;
  if (typeof value === 'string' && !isListType(of.type)) return checkMember(of, value, index.position);
  const itemType = itemTypeOf(of.type);
  if (itemType === undefined) {
    const message = `${describeNode(of)} is ${describeType(of.type)}: only a list is read with [0], and an object with ["key"].`;
    throw new CelError('type', message, index.position);
  }
  const position = wholeNumber(index);
  if (position === undefined) {
    throw new CelError(
      'unsupported',
      'Between [ and ] goes a whole number from 0 or a text, written out.',
      index.position,
    );
  }
  return { kind: 'member', of, key: position, type: itemType, position: of.position };
}

export function checkText(text: string, position: number): string {
  if (!isStorableText(text)) {
    throw new CelError('unsupported', 'A text cannot hold a NUL character or half of a surrogate pair.', position);
  }
  return text;
}

function itemTypeOf(type: CelType): CelType | undefined {
  if (isListType(type)) return type.list;
  return type === 'json' ? 'json' : undefined;
}

function wholeNumber(node: CelNode): number | undefined {
  if (node.kind !== 'literal' || node.type !== 'number') return undefined;
  const { units, scale } = node.value as { units: bigint; scale: number };
  return scale === 0 && units >= 0n && units <= MAX_INDEX ? Number(units) : undefined;
}

function fieldOf({ object, others }: CelObjectType, name: string): CelField | undefined {
  return Object.hasOwn(object, name) ? object[name] : others;
}
