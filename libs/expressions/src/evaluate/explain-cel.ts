import type { ASTNode } from '@marcbachmann/cel-js';
import { type CheckedCel, pathsIn } from '../check/check-cel.js';
import { CelError } from '../language/cel-error.js';
import type { CelNode } from '../language/cel-node.js';
import { parseExpression } from '../language/parse-expression.js';
import { sourceOf } from '../language/source-of.js';
import { asStored, type EvaluationTime, readPath, runNode } from './evaluate-cel.js';

/** A part of a condition and what it gives. */
export interface ExplainedPart {
  /** As it stands in the expression. */
  readonly text: string;
  /** 0 for the whole condition, 1 for the parts that its operator joins. */
  readonly depth: number;
  /** What joins the parts that follow one level deeper; null for a part that has none. */
  readonly operator: 'and' | 'or' | 'not' | null;
  /** Null: the part exceeds a limit of the language, as `error` says. */
  readonly value: boolean | null;
  readonly error: string | null;
  /** What a part without an operator reads: the path, and its value there. An absent value is null. */
  readonly reads: readonly { readonly path: string; readonly value: unknown }[];
}

/**
 * The parts of a condition, in the order of the text, each with its own value: `a && b` is three of them. All are evaluated, those too that
 * the evaluation of the whole does not need.
 */
export function explainCel(
  { source, tree }: CheckedCel,
  values: Record<string, unknown>,
  time: EvaluationTime,
): readonly ExplainedPart[] {
  const parts: ExplainedPart[] = [];
  const visit = (node: CelNode, ast: ASTNode, depth: number): void => {
    const joined = joinedBy(node, ast);
    parts.push({
      text: sourceOf(ast),
      depth,
      operator: joined?.operator ?? null,
      ...valueOf(node, values, time),
      reads: joined ? [] : readsOf(node, values),
    });
    for (const [part, its] of joined?.parts ?? []) visit(part, its, depth + 1);
  };
  visit(tree, parseExpression(source), 0);
  return parts;
}

interface Joined {
  readonly operator: 'and' | 'or' | 'not';
  readonly parts: readonly (readonly [CelNode, ASTNode])[];
}

/** The parts that a node joins, in its checked and its written form. */
function joinedBy(node: CelNode, ast: ASTNode): Joined | null {
  if (node.kind === 'not' && ast.op === '!_') return { operator: 'not', parts: [[node.of, ast.args]] };
  if (node.kind !== 'and' && node.kind !== 'or') return null;
  const written = chain(ast, node.kind === 'and' ? '&&' : '||');
  const parts = node.parts.flatMap((part, index) => {
    const its = written[index];
    return its ? [[part, its] as const] : [];
  });
  return { operator: node.kind, parts };
}

/** `a && b && c` is parsed as nested pairs. */
function chain(ast: ASTNode, op: '&&' | '||'): readonly ASTNode[] {
  return ast.op === op ? [...chain(ast.args[0], op), ast.args[1]] : [ast];
}

function valueOf(
  node: CelNode,
  values: Record<string, unknown>,
  time: EvaluationTime,
): Pick<ExplainedPart, 'value' | 'error'> {
  try {
    return { value: runNode(node, values, time) === true, error: null };
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    return { value: null, error: error.message };
  }
}

function readsOf(node: CelNode, values: Record<string, unknown>): ExplainedPart['reads'] {
  return pathsIn(node).map((path) => ({ path: path.join('.'), value: asStored(readPath(values, path)) ?? null }));
}
