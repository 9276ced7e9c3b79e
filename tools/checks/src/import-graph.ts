import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSource } from './source-files.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const IMPORT = /^(?:import|export)\s[^;'"]*?from\s+'([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;

/** Imports between the files of `files`, by importing file; imports of types alone count too. */
export function importGraph(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const doors = packageDoors();
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const imported = [...readSource(file).matchAll(IMPORT)].map(([, from, effect, dynamic]) => {
        const specifier = from ?? effect ?? dynamic ?? '';
        if (!specifier.startsWith('.')) return doors.get(specifier) ?? '';
        const path = join(dirname(file), specifier);
        return [path, path.replace(/js$/, 'ts'), path.replace(/js$/, 'tsx')].find((target) => known.has(target)) ?? '';
      });
      return [file, [...new Set(imported)].filter((target) => known.has(target) && target !== file)] as const;
    }),
  );
}

/** The source file of each entry of a package's `exports`: `@cubit/core/host`. */
function packageDoors(): ReadonlyMap<string, string> {
  const packages = globSync(
    ['apps/*/package.json', 'libs/*/package.json', 'libs/*/*/package.json', 'tools/*/package.json'],
    {
      cwd: root,
    },
  );
  return new Map(
    packages.flatMap((path) => {
      const { name, exports = {} } = JSON.parse(readSource(path)) as {
        readonly name: string;
        readonly exports?: Readonly<Record<string, string | { readonly '@cubit/source'?: string }>>;
      };
      return Object.entries(exports).flatMap(([entry, target]) => {
        const source = typeof target === 'string' ? target : target['@cubit/source'];
        return source === undefined ? [] : [[join(name, entry), join(dirname(path), source)] as const];
      });
    }),
  );
}

/** Groups of files that import each other, directly or through others: strongly connected components. */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.get(file) ?? 0);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      const reached = stack.includes(next) ? (lowest.get(next) ?? 0) : Infinity;
      lowest.set(file, Math.min(lowest.get(file) ?? 0, reached));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles.sort();
}

/** The libraries from the bottom up: each imports only those before it. */
const ROOMS = [
  'libs/core',
  'libs/kernel/database',
  'libs/kernel/access',
  'libs/kernel/records',
  'libs/kernel/runtime',
] as const;

/** Imports from a room of the kernel to one above it: `from -> to`. */
export function arrowsBack(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const levelOf = (file: string) => ROOMS.findIndex((room) => file.startsWith(`${room}/`));
  return [...graph].flatMap(([file, imported]) =>
    imported.filter((target) => levelOf(file) >= 0 && levelOf(target) > levelOf(file)).map((to) => `${file} -> ${to}`),
  );
}
