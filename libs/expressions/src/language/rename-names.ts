import type { ASTNode } from '@marcbachmann/cel-js';
import { scanTemplate } from './template-scanner.js';
import { CelError } from './cel-error.js';
import { fieldName, isReservedName } from './field-name.js';
import { childrenOf, parseExpression } from './parse-expression.js';

const MACROS: ReadonlySet<unknown> = new Set(['exists', 'all', 'filter', 'map', 'exists_one']);

/** The new name of a variable (`['speed']`) or a member (`['record', 'fields', 'speed']`); undefined: it keeps its name. */
export type RenamePath = (path: readonly string[]) => string | undefined;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** The expression with other names; everything else keeps its spelling, as does an expression that does not parse: using it reports that. */
export function renameNames(expression: string, rename: RenamePath): string {
  const tree = parsed(expression);
  if (!tree) return expression;
  const edits: Edit[] = [];
  visit(tree, new Set(), { rename, edits });
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, name }) => text.slice(0, start) + name + text.slice(end), expression);
}

/** Whether an expression reads a variable or member of which `isNamed` is true. */
export function readsName(expression: string, isNamed: (path: readonly string[]) => boolean): boolean {
  let found = false;
  renameNames(expression, (path) => {
    found ||= isNamed(path);
    return undefined;
  });
  return found;
}

function parsed(expression: string): ASTNode | null {
  try {
    return parseExpression(expression);
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    return null;
  }
}

interface Visit {
  readonly rename: RenamePath;
  readonly edits: Edit[];
}

/** `bound` are variables of macros, which hide fields of the same name. */
function visit(node: ASTNode, bound: ReadonlySet<string>, context: Visit): void {
  const path = pathOf(node, bound);
  if (path) {
    const name = context.rename(path);
    if (name !== undefined) context.edits.push(editOf(node, path.at(-1) ?? '', name));
  }
  if (node.op === 'rcall' && MACROS.has(node.args[0])) {
    const [, list, [variable, ...bodies]] = node.args;
    visit(list, bound, context);
    const inner = variable?.op === 'id' ? new Set([...bound, variable.args]) : bound;
    for (const body of bodies) visit(body, inner, context);
    return;
  }
  for (const child of childrenOf(node)) visit(child, bound, context);
}

function editOf({ op, start, end, input }: ASTNode, old: string, name: string): Edit {
  if (op === 'call') return { start, end, name: fieldName(name) };
  if (op === 'id') return { start, end: start + old.length, name: fieldName(name) };
  if (op === '.' && !isReservedName(name)) return { start: end - old.length, end, name };
  // `record.for` and `record["for"]`: the brackets replace all that follows the object.
  const dot = op === '.' ? input.lastIndexOf('.', end - old.length) : input.lastIndexOf('[', end);
  return { start: dot, end, name: `[${JSON.stringify(name)}]` };
}

/** `speed`, `field("speed")`, `record.speed` and `record["speed"]`. */
function pathOf(node: ASTNode, bound: ReadonlySet<string>): readonly string[] | undefined {
  if (node.op === 'id') return bound.has(node.args) ? undefined : [node.args];
  if (node.op === 'call') {
    const [called, [name]] = node.args;
    return called === 'field' && name?.op === 'value' && typeof name.args === 'string' ? [name.args] : undefined;
  }
  if (node.op !== '.' && node.op !== '[]') return undefined;
  const [object, key] = node.args;
  const name = typeof key === 'string' ? key : key.op === 'value' ? key.args : undefined;
  const path = pathOf(object, bound);
  return path && typeof name === 'string' ? [...path, name] : undefined;
}

/** JSON whose strings may contain `${CEL}`, with other names in its expressions. */
export function renameInTemplate(template: unknown, rename: RenamePath): unknown {
  if (Array.isArray(template)) return template.map((item) => renameInTemplate(item, rename));
  if (typeof template === 'object' && template !== null)
    return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, renameInTemplate(value, rename)]));
  if (typeof template !== 'string') return template;
  const expressions = (scanTemplate(template) ?? []).flatMap((part) => ('expression' in part ? [part] : []));
  return expressions.toReversed().reduce((text, { expression, start }) => {
    return text.slice(0, start) + renameNames(expression, rename) + text.slice(start + expression.length);
  }, template);
}
