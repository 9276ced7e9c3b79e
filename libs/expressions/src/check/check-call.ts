import { CelError } from '../language/cel-error.js';
import type { CelNode } from '../language/cel-node.js';
import { type CelType, describeType, isListType, sameType } from '../values/cel-type.js';
import { coerce } from './coerce.js';
import type { CelOperation, CelParameter } from '../language/operation.js';
import { overloadsOf } from '../operations/operations.js';

export interface OperationCall {
  readonly kind: CelOperation['kind'];
  readonly name: string;
  readonly args: readonly CelNode[];
  readonly position: number;
}

/** Selects the overload whose types match exactly, or else the first that matches with coercion. */
export function checkOperation(call: OperationCall): CelNode {
  const overloads = overloadsOf(call.kind, call.name);
  for (const take of [sameTypeOnly, coerce]) {
    for (const operation of overloads) {
      const args = matchArguments(operation, call.args, take);
      if (args !== undefined) return buildCall(operation, args, call.position);
    }
  }
  throw new CelError('type', mismatch(call, overloads), call.position);
}

function buildCall(operation: CelOperation, args: readonly CelNode[], position: number): CelNode {
  const fault = operation.inspect?.(args);
  if (fault !== undefined) throw new CelError('type', fault.message, args[fault.index]?.position ?? position);
  return { kind: 'call', operation, args: args.map(bounded), type: operation.result, position };
}

type MatchArgument = (node: CelNode, type: CelType) => CelNode | undefined;

function sameTypeOnly(node: CelNode, type: CelType): CelNode | undefined {
  return sameType(node.type, type) ? node : undefined;
}

function matchArguments(
  operation: CelOperation,
  args: readonly CelNode[],
  take: MatchArgument,
): readonly CelNode[] | undefined {
  const { parameters, variadic } = operation;
  if (variadic === true ? args.length < parameters.length : args.length !== parameters.length) return undefined;
  const taken: CelNode[] = [];
  for (const [index, arg] of args.entries()) {
    const parameter = parameters[Math.min(index, parameters.length - 1)];
    const node = parameter === undefined ? undefined : matchArgument(arg, parameter, take);
    if (node === undefined) return undefined;
    taken.push(node);
  }
  return taken;
}

function matchArgument(arg: CelNode, parameter: CelParameter, take: MatchArgument): CelNode | undefined {
  if (parameter !== 'list') return take(arg, parameter);
  return isListType(arg.type) ? arg : take(arg, { list: 'json' });
}

/** Stored numbers may have hundreds of digits; arithmetic must give a result, never an overflow. */
function bounded(node: CelNode): CelNode {
  if (node.type !== 'number') return node;
  switch (node.kind) {
    case 'field':
    case 'element':
    case 'member':
    case 'convert':
      return { kind: 'bounded', of: node, type: 'number', position: node.position };
    case 'conditional':
      return { ...node, then: bounded(node.then), otherwise: bounded(node.otherwise) };
    case 'fallback':
      return { ...node, parts: node.parts.map(bounded) };
    default:
      return node;
  }
}

function mismatch({ kind, name, args }: OperationCall, overloads: readonly CelOperation[]): string {
  const given = args.map((arg) => describeType(arg.type));
  if (kind === 'infix') {
    const hint = args.some((arg) => arg.type === 'string') && name === '+' ? ' Turn it into text with string().' : '';
    return `"${name}" cannot take ${given.join(' and ')}.${hint}`;
  }
  if (kind === 'prefix') return `"${name}" cannot take ${given.join('')}.`;
  const forms = overloads.map(({ parameters, variadic }) => signature(parameters, variadic));
  return `${name}() takes ${forms.join(' or ')}, not ${given.length === 0 ? 'nothing' : given.join(', ')}.`;
}

function signature(parameters: readonly CelParameter[], variadic: boolean | undefined): string {
  const names = parameters.map((parameter) => (parameter === 'list' ? 'a list' : describeType(parameter)));
  return `(${names.join(', ')}${variadic === true ? ', ...' : ''})`;
}
