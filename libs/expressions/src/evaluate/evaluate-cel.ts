import type { CheckedCel } from '../check/check-cel.js';
import { CelError } from '../language/cel-error.js';
import type { CelComparison, CelMacro, CelMembership, CelNode, CelWithin } from '../language/cel-node.js';
import { isListType } from '../values/cel-type.js';
import { compareCodePoints } from '../values/code-points.js';
import { boundDecimal } from '../values/bound-decimal.js';
import { compareDecimals, type Decimal, decimalFromNumber } from '@cubit/decimal';
import { equalValues, isPlainObject, readField, readJson, writeJson } from '../values/json-value.js';
import { MAX_LIST_ITEMS } from '../values/limits.js';

export interface EvaluationTime {
  /** The result of `now()`. */
  readonly now: Date;
  /** The ids of a subtree, in memory: all `subtrees` of the expression. */
  subtree?(tree: string, root: string): ReadonlySet<string>;
  /** Whether the search finds the record by these words. */
  search?(text: string): boolean;
}

/** Evaluates to plain JSON: times are ISO text, an absent result is null. May throw a `CelError` with code `limit`. */
export function evaluateCel(checked: CheckedCel, values: Record<string, unknown>, time: EvaluationTime): unknown {
  const { tree } = checked;
  const value = runNode(tree, values, time);
  // A field that is the whole expression is returned unchanged: "12.50" must not become 12.5.
  if (tree.kind === 'field' && value !== undefined) return asStored(readPath(values, tree.path));
  return writeJson(value, checked.type);
}

/** The value in the form that both back ends compute with. The SQL compiler evaluates constants with it. */
export function evaluateNode(node: CelNode, values: Record<string, unknown>, now: Date): unknown {
  return runNode(node, values, { now });
}

/** Undefined means absent. */
export function runNode(
  node: CelNode,
  values: Record<string, unknown>,
  { now, subtree, search }: EvaluationTime,
): unknown {
  return programOf(node)({ values, now: decimalFromNumber(now.getTime()), element: undefined, subtree, search });
}

export function asStored(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

interface Environment {
  readonly values: Record<string, unknown>;
  readonly now: Decimal | undefined;
  readonly element: unknown;
  readonly subtree: EvaluationTime['subtree'];
  readonly search: EvaluationTime['search'];
}

/** Undefined means absent. */
type Program = (environment: Environment) => unknown;

const programs = new WeakMap<CelNode, Program>();

function programOf(node: CelNode): Program {
  let program = programs.get(node);
  if (program === undefined) {
    program = compile(node);
    programs.set(node, program);
  }
  return program;
}

function compile(node: CelNode): Program {
  switch (node.kind) {
    case 'literal':
      return () => node.value;
    case 'now':
      return ({ now }) => now;
    case 'field':
      return ({ values }) => readField(readPath(values, node.path), node.type);
    case 'element':
      return ({ element }) => element;
    case 'member':
      return compileMember(node);
    case 'convert':
      return compileConversion(node);
    case 'bounded': {
      const of = compile(node.of);
      return (environment) => {
        const value = of(environment);
        return value === undefined ? undefined : boundDecimal(value as Decimal);
      };
    }
    case 'call': {
      const { operation } = node;
      const args = node.args.map(compile);
      return (environment) => {
        const given = args.map((arg) => arg(environment));
        return operation.keepsAbsent !== true && given.includes(undefined) ? undefined : operation.evaluate(...given);
      };
    }
    case 'compare':
      return compileComparison(node);
    case 'presence': {
      const of = compile(node.of);
      return (environment) => (of(environment) !== undefined) === node.present;
    }
    case 'in':
      return compileMembership(node);
    case 'and': {
      const parts = node.parts.map(compile);
      return (environment) => parts.every((part) => part(environment) === true);
    }
    case 'or': {
      const parts = node.parts.map(compile);
      return (environment) => parts.some((part) => part(environment) === true);
    }
    case 'not': {
      const of = compile(node.of);
      return (environment) => of(environment) !== true;
    }
    case 'conditional': {
      const [condition, then, otherwise] = [compile(node.condition), compile(node.then), compile(node.otherwise)];
      return (environment) => (condition(environment) === true ? then(environment) : otherwise(environment));
    }
    case 'fallback': {
      const parts = node.parts.map(compile);
      return (environment) => {
        for (const part of parts) {
          const value = part(environment);
          if (value !== undefined) return value;
        }
        return undefined;
      };
    }
    case 'list': {
      const items = node.items.map(compile);
      return (environment) => items.map((item) => item(environment));
    }
    case 'macro':
      return compileMacro(node);
    case 'search':
      return ({ search }) => {
        if (!search) throw new TypeError('The search is not available in memory.');
        return search(node.text);
      };
    case 'within':
      return compileWithin(node);
  }
}

function compileWithin({ of, tree, root }: CelWithin): Program {
  const read = compile(of);
  return (environment) => {
    const value = read(environment);
    if (value === undefined) return false;
    if (environment.subtree === undefined) throw new TypeError('within() is evaluated without its subtrees.');
    const ids = environment.subtree(tree, root);
    return Array.isArray(value) ? value.some((id) => ids.has(id as string)) : ids.has(value as string);
  };
}

function compileMember(node: Extract<CelNode, { kind: 'member' }>): Program {
  const of = compile(node.of);
  const { key, type } = node;
  // Items of a typed list are values already; items of a JSON value have to be parsed.
  const raw = !isListType(node.of.type);
  return (environment) => {
    const owner = of(environment);
    const value = typeof key === 'number' ? (Array.isArray(owner) ? owner[key] : undefined) : ownProperty(owner, key);
    return raw ? readField(value, type) : value;
  };
}

function compileConversion(node: Extract<CelNode, { kind: 'convert' }>): Program {
  const of = compile(node.of);
  return (environment) => readJson(of(environment), node.type);
}

function compileComparison({ comparator, left, right }: CelComparison): Program {
  const [leftProgram, rightProgram] = [compile(left), compile(right)];
  const { type } = left;
  const test = type === 'string' ? compareTexts : compareNumbers;
  return (environment) => {
    const a = leftProgram(environment);
    const b = rightProgram(environment);
    if (a === undefined || b === undefined) return false;
    switch (comparator) {
      case '==':
        return equalValues(a, b, type);
      case '!=':
        return !equalValues(a, b, type);
      case '<':
        return test(a, b) < 0;
      case '<=':
        return test(a, b) <= 0;
      case '>':
        return test(a, b) > 0;
      case '>=':
        return test(a, b) >= 0;
    }
  };
}

function compareTexts(a: unknown, b: unknown): number {
  return compareCodePoints(a as string, b as string);
}

function compareNumbers(a: unknown, b: unknown): number {
  return compareDecimals(a as Decimal, b as Decimal);
}

function compileMembership({ item, list }: CelMembership): Program {
  const [itemProgram, listProgram] = [compile(item), compile(list)];
  const fold = list.kind === 'field' && item.type === 'string' ? list.fold : undefined;
  if (fold) {
    const key = (text: unknown) => (typeof text === 'string' ? fold(text) : undefined);
    return (environment) => {
      const wanted = key(itemProgram(environment));
      return wanted !== undefined && listed(listProgram(environment)).some((candidate) => key(candidate) === wanted);
    };
  }
  return (environment) => {
    const value = itemProgram(environment);
    if (value === undefined) return false;
    return listed(listProgram(environment)).some((candidate) => equalValues(value, candidate, item.type));
  };
}

function compileMacro({ name, list, body }: CelMacro): Program {
  const [listProgram, bodyProgram] = [compile(list), compile(body)];
  return (environment) => {
    const value = listProgram(environment);
    const items = listed(value);
    const run = (element: unknown): unknown => bodyProgram({ ...environment, element });
    if (name === 'exists') return items.some((item) => run(item) === true);
    if (name === 'all') return items.every((item) => run(item) === true);
    if (value === undefined) return undefined;
    return name === 'filter' ? items.filter((item) => run(item) === true) : items.map(run);
  };
}

function listed(value: unknown): readonly unknown[] {
  const items = (value ?? []) as readonly unknown[];
  if (items.length > MAX_LIST_ITEMS) {
    throw new CelError('limit', `A list may have up to ${MAX_LIST_ITEMS} items to search.`);
  }
  return items;
}

export function readPath(values: Record<string, unknown>, path: readonly string[]): unknown {
  let value: unknown = values;
  for (const name of path) value = ownProperty(value, name);
  return value;
}

function ownProperty(owner: unknown, name: string): unknown {
  return isPlainObject(owner) && Object.hasOwn(owner, name) ? owner[name] : undefined;
}
