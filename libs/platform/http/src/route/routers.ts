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

/** The routes at and below one path, except those of longer areas, and their Express router, which is created on the first request. */
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

/**
 * Express routers by path, one for each area. They are found through a tree of path parts, because a single router would compare one route
 * after the other.
 */
export class Routers {
  readonly #root: Node = emptyNode();
  readonly #known = new Set<string>();

  /**
   * `areas` are paths without parameters but the workspace. A route belongs to the longest area that its path starts with. Throws if there is
   * none, or if two routes have the same method and the same shape of path.
   */
  constructor(areas: Iterable<string>, definitions: readonly RouteDefinition[]) {
    for (const path of areas) this.#mount(path);
    for (const definition of definitions) this.#add(definition);
  }

  #mount(path: string): void {
    let node = this.#root;
    for (const part of partsOf(shapeOf(path))) {
      const next = node.parts.get(part) ?? emptyNode();
      node.parts.set(part, next);
      node = next;
    }
    node.area ??= { definitions: [], router: null };
  }

  #add(definition: RouteDefinition): void {
    const { method, path } = definition;
    const shape = shapeOf(path);
    const key = `${method} ${shape}`;
    if (this.#known.has(key)) throw new Error(`Two routes are ${method} ${path}.`);
    this.#known.add(key);
    const [area] = this.#areasOf(shape);
    if (!area) throw new Error(`No area has the route ${method} ${path}.`);
    area.definitions.push(definition);
  }

  /** The routers that may match the path, the most specific first. */
  find(path: string, handlers: RouteHandlers): readonly Router[] {
    return this.#areasOf(path).map((area) => (area.router ??= routerOf(area.definitions, handlers)));
  }

  /** The areas that the path starts with, the longest first. */
  #areasOf(path: string): readonly Area[] {
    const areas: Area[] = [];
    let node: Node | undefined = this.#root;
    for (const part of partsOf(path)) {
      node = node.parts.get(part) ?? node.parts.get(ANY);
      if (!node) break;
      if (node.area) areas.unshift(node.area);
    }
    return areas;
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
