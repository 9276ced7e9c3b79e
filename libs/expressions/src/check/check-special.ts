import type { ASTNode } from '@marcbachmann/cel-js';
import { CelError } from '../language/cel-error.js';
import type { CelMacroName, CelNode } from '../language/cel-node.js';
import { type CelType, describeType, isListType } from '../values/cel-type.js';
import { checkName, checkText } from './check-access.js';
import { checkParameter } from './check-parameter.js';
import type { CheckContext } from './check-context.js';
import { checkWithin } from './check-within.js';
import { coerce, unify } from './coerce.js';
import { describeNode } from '../language/describe-node.js';
import { isMacroName, type SpecialFunctionName, specialFunctions } from '../language/language-forms.js';

export interface SpecialCall {
  readonly name: SpecialFunctionName;
  readonly args: readonly ASTNode[];
  readonly position: number;
}

export function checkSpecial({ name, args, position }: SpecialCall, context: CheckContext): CelNode {
  const [first, second] = args;
  if (name === 'now' && args.length === 0) return { kind: 'now', type: 'timestamp', position };
  if (name === 'field') return checkField(args, position, context);
  if (name === 'search') return checkSearch(args, position, context);
  if (name === 'param') return checkParameter(args, position, context);
  if (name === 'quantity')
    throw new CelError('type', 'quantity() is compared with param(), and has no meaning elsewhere.', position);
  if (name === 'has' && first !== undefined && args.length === 1)
    return checkHas(context.check(first, context), position);
  if (name === 'default' && first !== undefined && second !== undefined && args.length === 2) {
    return checkDefault([context.check(first, context), context.check(second, context)], position);
  }
  if (name === 'within' && first !== undefined && second !== undefined && args.length === 2)
    return checkWithin(context.check(first, context), context.check(second, context), context);
  if (isMacroName(name) && first !== undefined && second !== undefined && args.length === 3) {
    return checkMacro(
      name,
      { list: context.check(first, context), variable: second, body: args[2], position },
      context,
    );
  }
  throw new CelError('type', `Write ${specialFunctions[name].syntax}.`, position);
}

/** `field("for")`: the names of fields are not bound by macros. */
function checkField([name, ...others]: readonly ASTNode[], position: number, { schema, check }: CheckContext): CelNode {
  if (name?.op !== 'value' || typeof name.args !== 'string' || others.length > 0)
    throw new CelError('type', `Write ${specialFunctions.field.syntax}, with the name of a field.`, position);
  return checkName(name.args, position, { schema, check });
}

function checkSearch([text, ...others]: readonly ASTNode[], position: number, { schema }: CheckContext): CelNode {
  if (schema.isSearched !== true)
    throw new CelError('unsupported', 'search() is available in filters of lists alone.', position);
  if (text?.op !== 'value' || typeof text.args !== 'string' || others.length > 0)
    throw new CelError('type', `Write ${specialFunctions.search.syntax}, with the words.`, position);
  return { kind: 'search', text: checkText(text.args, text.start), type: 'bool', position };
}

export function checkCondition(node: CelNode): CelNode {
  const condition = coerce(node, 'bool');
  if (condition !== undefined && node.type !== 'null') return condition;
  throw new CelError(
    'type',
    `A condition is needed here, and ${describeNode(node)} is ${describeType(node.type)}.`,
    node.position,
  );
}

function checkHas(of: CelNode, position: number): CelNode {
  if (of.kind !== 'field' && of.kind !== 'member' && of.kind !== 'element') {
    throw new CelError('type', 'has() takes a field.', of.position);
  }
  return { kind: 'presence', of, present: true, type: 'bool', position };
}

function checkDefault([value, fallback]: readonly [CelNode, CelNode], position: number): CelNode {
  const parts = unify(value, fallback);
  if (parts === undefined) {
    const message = `The fallback is ${describeType(fallback.type)}, and ${describeNode(value)} is ${describeType(value.type)}.`;
    throw new CelError('type', message, fallback.position);
  }
  return { kind: 'fallback', parts, type: parts[0].type, position };
}

interface MacroParts {
  readonly list: CelNode;
  readonly variable: ASTNode;
  readonly body: ASTNode | undefined;
  readonly position: number;
}

function checkMacro(
  name: CelMacroName,
  { list, variable, body, position }: MacroParts,
  context: CheckContext,
): CelNode {
  if (context.element !== undefined) {
    throw new CelError(
      'unsupported',
      `${name}() cannot be nested in another exists(), all(), filter() or map().`,
      position,
    );
  }
  const items = isListType(list.type) ? list : list.type === 'json' ? coerce(list, { list: 'json' }) : undefined;
  if (items === undefined || !isListType(items.type) || variable.op !== 'id' || body === undefined) {
    const message = `${name}() looks into a list, and ${describeNode(list)} is ${describeType(list.type)}.`;
    throw new CelError('type', message, position);
  }
  const inner = context.check(body, { ...context, element: { name: variable.args, field: { type: items.type.list } } });
  if (name === 'map') return { kind: 'macro', name, list: items, body: inner, type: { list: inner.type }, position };
  const type: CelType = name === 'filter' ? items.type : 'bool';
  return { kind: 'macro', name, list: items, body: checkCondition(inner), type, position };
}
