/** A route that a path leads to, and what stands in the places of its parameters, decoded. */
export interface Found<Value> {
  readonly value: Value;
  readonly params: Readonly<Record<string, string>>;
}

interface Leaf<Value> {
  readonly value: Value;
  readonly names: readonly string[];
}

/** A part of a path with a parameter in it: `{id}`, `{id}.svg`. */
interface Pattern<Value> {
  readonly prefix: string;
  readonly suffix: string;
  readonly node: Node<Value>;
}

interface Node<Value> {
  readonly fixed: Map<string, Node<Value>>;
  /** Those with the most fixed text first. */
  readonly patterns: Pattern<Value>[];
  readonly leaves: Map<string, Leaf<Value>>;
}

const PARAMETER = /^([^{]*)\{(\w+)\}(.*)$/;

/**
 * Routes by method and path (`/orgs/{workspace}`), found part by part: fixed text goes before parameters. A tree of plain maps, since there are
 * a route for every kind and operation: a router that compiles each of them costs a start more than all the rest of it.
 */
export class RouteTable<Value> {
  readonly #root: Node<Value> = emptyNode();

  /** Throws where two routes have one method and shape of path. */
  add(method: string, path: string, value: Value): void {
    const names: string[] = [];
    let node = this.#root;
    for (const part of partsOf(path)) {
      const [, prefix, name, suffix] = PARAMETER.exec(part) ?? [];
      if (name === undefined) node = childOf(node, part);
      else {
        names.push(name);
        node = patternOf(node, prefix ?? '', suffix ?? '');
      }
    }
    if (node.leaves.has(method)) throw new Error(`Two routes are ${method} ${path}.`);
    node.leaves.set(method, { value, names });
  }

  /** `path` as it came, percent-encoded. Throws a `URIError` where it is not UTF-8. */
  find(method: string, path: string): Found<Value> | null {
    const parts = partsOf(path).map(decode);
    for (const { node, values } of ends(this.#root, parts, 0, [])) {
      const leaf = node.leaves.get(method);
      if (!leaf) continue;
      const params = Object.fromEntries(leaf.names.map((name, index) => [name, values[index] ?? '']));
      return { value: leaf.value, params };
    }
    return null;
  }

  /** The methods that a path has; empty where there is no such path. */
  methods(path: string): readonly string[] {
    const parts = partsOf(path).map(decode);
    return [...new Set([...ends(this.#root, parts, 0, [])].flatMap(({ node }) => [...node.leaves.keys()]))];
  }
}

interface End<Value> {
  readonly node: Node<Value>;
  readonly values: readonly string[];
}

function* ends<Value>(
  node: Node<Value>,
  parts: readonly string[],
  at: number,
  values: readonly string[],
): Generator<End<Value>> {
  const part = parts[at];
  if (part === undefined) {
    yield { node, values };
    return;
  }
  const fixed = node.fixed.get(part);
  if (fixed) yield* ends(fixed, parts, at + 1, values);
  for (const { prefix, suffix, node: next } of node.patterns) {
    if (part.length <= prefix.length + suffix.length || !part.startsWith(prefix) || !part.endsWith(suffix)) continue;
    yield* ends(next, parts, at + 1, [...values, part.slice(prefix.length, part.length - suffix.length)]);
  }
}

function emptyNode<Value>(): Node<Value> {
  return { fixed: new Map(), patterns: [], leaves: new Map() };
}

function childOf<Value>(node: Node<Value>, part: string): Node<Value> {
  const child = node.fixed.get(part) ?? emptyNode<Value>();
  node.fixed.set(part, child);
  return child;
}

function patternOf<Value>(node: Node<Value>, prefix: string, suffix: string): Node<Value> {
  const known = node.patterns.find((pattern) => pattern.prefix === prefix && pattern.suffix === suffix);
  if (known) return known.node;
  const added = { prefix, suffix, node: emptyNode<Value>() };
  node.patterns.push(added);
  node.patterns.sort(
    (one, other) => other.prefix.length + other.suffix.length - (one.prefix.length + one.suffix.length),
  );
  return added.node;
}

/** The path begins with a slash, before which there is nothing. */
function partsOf(path: string): readonly string[] {
  return path.split('/').slice(1);
}

function decode(part: string): string {
  return part.includes('%') ? decodeURIComponent(part) : part;
}
