import type { RequestHandler, Router } from 'express';
import createRouter from 'router';
import type { RouteDefinition } from '@cubit/core/host';
import { expressPath, precedenceOf, shapeOf } from './express-path.js';

/** Request handlers that the routers are built from. */
export interface RouteHandlers {
  /** Creates the handler of a route. */
  handle(definition: RouteDefinition): RequestHandler;
  /** Creates the handler that runs when a path matches but no route has the method. */
  recordMethods(methods: readonly string[]): RequestHandler;
}

/** The routes below one path, and their Express router, which is created on the first request. */
interface Area {
  readonly definitions: RouteDefinition[];
  router: Router | null;
}

interface Node {
  readonly parts: Map<string, Node>;
  area: Area | null;
}

/** Matches any one part of a path. */
const ANY = '{}';

/** Prefixes of areas: a record kind, a module, a part of the platform within a workspace, and outside. The first match counts. */
const AREAS = [
  /^\/api\/v1\/orgs\/\{workspace\}\/modules\/[^/{}]+\/records\/[^/{}]+(?=\/|$)/,
  /^\/api\/v1\/orgs\/\{workspace\}\/modules\/[^/{}]+(?=\/|$)/,
  /^\/api\/v1\/orgs\/\{workspace\}\/[^/{}]+(?=\/|$)/,
  /^\/api\/v1\/[^/{}]+(?=\/|$)/,
];

/**
 * Express routers by path: one for each module, each record kind and each part of the platform. They are found through a tree of path
 * parts, because a single router would compare one route after the other.
 */
export class Routers {
  readonly #root: Node = emptyNode();
  readonly #known = new Set<string>();

  /** Throws if two routes have the same method and the same shape of path. */
  constructor(definitions: readonly RouteDefinition[]) {
    for (const definition of definitions) this.#add(definition);
  }

  #add(definition: RouteDefinition): void {
    const { method, path } = definition;
    const key = `${method} ${shapeOf(path)}`;
    if (this.#known.has(key)) throw new Error(`Two routes are ${method} ${path}.`);
    this.#known.add(key);
    const area = AREAS.map((pattern) => pattern.exec(path)?.[0]).find((prefix) => prefix !== undefined) ?? path;
    let node = this.#root;
    for (const part of partsOf(shapeOf(area))) {
      const next = node.parts.get(part) ?? emptyNode();
      node.parts.set(part, next);
      node = next;
    }
    node.area ??= { definitions: [], router: null };
    node.area.definitions.push(definition);
  }

  /** The routers that may match the path, the most specific first. */
  find(path: string, handlers: RouteHandlers): readonly Router[] {
    const found: Router[] = [];
    let node: Node | undefined = this.#root;
    for (const part of partsOf(path)) {
      node = node.parts.get(part) ?? node.parts.get(ANY);
      if (!node) break;
      if (node.area) found.unshift((node.area.router ??= routerOf(node.area.definitions, handlers)));
    }
    return found;
  }
}

function routerOf(definitions: readonly RouteDefinition[], { handle, recordMethods }: RouteHandlers): Router {
  // The package in which Express has its routers: the types of Express describe what its handlers get.
  const router = createRouter({ strict: true, caseSensitive: true }) as unknown as Router;
  const byPath = Map.groupBy(definitions, ({ path }) => path);
  const precedence = ([path]: readonly [string, unknown]) => precedenceOf(path);
  const sorted = [...byPath].sort((one, other) => (precedence(one) < precedence(other) ? -1 : 1));
  for (const [path, routes] of sorted) {
    // One route object for all methods of a path: with two, Express would answer OPTIONS itself.
    const route = router.route(expressPath(path));
    for (const definition of routes) route[methodOf(definition)](handle(definition));
    const open = routes.find(({ anyMethod }) => anyMethod);
    if (open) route.all(handle(open));
    else route.all(recordMethods(routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))));
  }
  return router;
}

function methodOf({ method }: RouteDefinition): 'get' | 'post' | 'put' | 'patch' | 'delete' {
  return method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
}

function emptyNode(): Node {
  return { parts: new Map(), area: null };
}

/** The path begins with a slash, so its first part is empty and is left out. */
function partsOf(path: string): readonly string[] {
  return path.split('/').slice(1);
}
