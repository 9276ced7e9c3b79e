import type { RouteDefinition } from '@cubit/core';

/** The methods that a path has, for `405` and `OPTIONS`; empty where there is no such path. */
export type AllowedMethods = (path: string) => readonly string[];

/** Looks through all routes: asked only where none was found. */
export function allowedMethods(routes: readonly RouteDefinition[]): AllowedMethods {
  const patterns = new Map<string, { readonly matches: RegExp; readonly methods: Set<string> }>();
  for (const { path, method } of routes) {
    const shape = path.replaceAll(/\{\w+\}/g, '{}');
    let pattern = patterns.get(shape);
    if (!pattern) patterns.set(shape, (pattern = { matches: matcherOf(shape), methods: new Set() }));
    for (const name of method === 'GET' ? ['GET', 'HEAD'] : [method]) pattern.methods.add(name);
  }
  return (path) => {
    const methods = new Set<string>();
    for (const pattern of patterns.values())
      if (pattern.matches.test(path)) for (const method of pattern.methods) methods.add(method);
    return methods.size > 0 ? [...methods, 'OPTIONS'].sort() : [];
  };
}

function matcherOf(shape: string): RegExp {
  return new RegExp(`^${shape.split('{}').map(escaped).join('[^/]+')}$`);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
