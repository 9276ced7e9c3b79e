import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js';
import { CelError } from './cel-error.js';
import { fieldName, isReservedName } from './field-name.js';
import {
  MAX_ARITHMETIC_OPERATORS,
  MAX_DEPTH,
  MAX_EXPRESSION_LENGTH,
  MAX_LIST_LITERAL_ITEMS,
  MAX_MACROS,
} from '../values/limits.js';
import { codePointLength } from '../values/code-points.js';

const MAX_CALL_ARGUMENTS = 32;

const environment = new Environment({
  limits: {
    maxDepth: MAX_DEPTH,
    maxAstNodes: 2 * MAX_EXPRESSION_LENGTH,
    maxListElements: MAX_LIST_LITERAL_ITEMS,
    maxMapEntries: MAX_LIST_LITERAL_ITEMS,
    maxCallArguments: MAX_CALL_ARGUMENTS,
  },
});

/** Parses an expression and checks its limits before anything that costs more than its length. */
export function parseExpression(expression: string): ASTNode {
  const length = expression.length > MAX_EXPRESSION_LENGTH ? codePointLength(expression) : 0;
  if (length > MAX_EXPRESSION_LENGTH) {
    const message = `An expression may have ${MAX_EXPRESSION_LENGTH} characters; this one has ${length}.`;
    throw new CelError('invalid_filter', message, MAX_EXPRESSION_LENGTH);
  }
  if (expression.trim() === '') throw new CelError('syntax', 'The expression is empty.');
  const tree = parse(expression);
  bound(tree);
  return tree;
}

function parse(expression: string): ASTNode {
  try {
    return environment.parse(expression).ast;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const position = Math.min(error.range?.start ?? 0, expression.length);
    throw new CelError(error.code === 'limit_exceeded' ? 'limit' : 'syntax', explain(error, expression), position);
  }
}

const EXPLANATIONS: Readonly<Record<string, string>> = {
  unterminated_string: 'This text has no closing quote.',
  unterminated_triple_quoted_string: 'This text has no closing quotes.',
  newline_in_string: 'A text in single quotes cannot contain a line break; write \\n.',
  invalid_escape_sequence: 'This escape is unknown; write \\\\ for a backslash.',
  invalid_number: 'This number is not supported.',
  invalid_exponent: 'An exponent needs digits after the "e".',
  invalid_macro_argument:
    'This needs a plain name: a field for has(), a variable for exists(), all(), filter() and map().',
  limit_exceeded: `The expression is nested too deeply or has too many parts (at most ${MAX_DEPTH} levels, ${MAX_CALL_ARGUMENTS} arguments).`,
};

function explain(error: ParseError, expression: string): string {
  const known = EXPLANATIONS[error.code];
  if (known !== undefined) return known;
  const { start, end } = error.range ?? { start: expression.length, end: expression.length };
  const found = expression.slice(start, end);
  if (isReservedName(found))
    return `"${found}" is a word of the language. The field with this name is ${fieldName(found)}.`;
  return found === '' ? 'The expression ends too early.' : `"${found}" is not expected here.`;
}

interface CostCounts {
  arithmetic: number;
  macros: number;
}

function bound(tree: ASTNode): void {
  const tally: CostCounts = { arithmetic: 0, macros: 0 };
  walk(tree, MAX_DEPTH, tally);
}

function walk(node: ASTNode, levelsLeft: number, tally: CostCounts): void {
  if (levelsLeft === 0) {
    throw new CelError('limit', `The expression is nested more than ${MAX_DEPTH} levels deep.`, node.start);
  }
  count(node, tally);
  for (const child of childrenOf(node)) {
    // `a && b && c` is parsed as nested pairs on the left, but counts as one level.
    const sameChain = CHAINS[node.op] !== undefined && CHAINS[node.op] === CHAINS[child.op];
    walk(child, sameChain ? levelsLeft : levelsLeft - 1, tally);
  }
}

const CHAINS: Readonly<Record<string, string>> = {
  '&&': 'and',
  '||': 'or',
  '+': 'sum',
  '-': 'sum',
  '*': 'product',
  '/': 'product',
  '%': 'product',
};
const MACROS = new Set(['exists', 'all', 'filter', 'map', 'exists_one']);

function count(node: ASTNode, tally: CostCounts): void {
  if (CHAINS[node.op] === 'sum' || CHAINS[node.op] === 'product') tally.arithmetic += 1;
  if (node.op === 'rcall' && MACROS.has(node.args[0])) tally.macros += 1;
  if (tally.arithmetic > MAX_ARITHMETIC_OPERATORS) {
    throw new CelError('limit', `An expression may have ${MAX_ARITHMETIC_OPERATORS} arithmetic operators.`, node.start);
  }
  if (tally.macros > MAX_MACROS) {
    throw new CelError(
      'limit',
      `An expression may use exists(), all(), filter() and map() ${MAX_MACROS} times.`,
      node.start,
    );
  }
}

export function childrenOf(node: ASTNode): readonly ASTNode[] {
  switch (node.op) {
    case 'value':
    case 'id':
      return [];
    case '.':
    case '.?':
      return [node.args[0]];
    case '!_':
    case '-_':
      return [node.args];
    case 'call':
      return node.args[1];
    case 'rcall':
      return [node.args[1], ...node.args[2]];
    case 'map':
      return node.args.flat();
    default:
      return node.args;
  }
}
