import { existsSync, globSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModuleOrigin } from './module-fault.js';

/** Where the code of a module is. */
export interface LocatedModule {
  readonly origin: ModuleOrigin;
  /** The folder that its imports may not leave. */
  readonly folder: string;
  /** The file to load. */
  readonly entry: string;
}

interface PackageFile {
  readonly name?: unknown;
  readonly version?: unknown;
  readonly cubit?: { readonly module?: unknown };
}

const isPath = (specifier: string) => specifier.startsWith('.') || isAbsolute(specifier);

/** The specifiers, with a `*` in the last part of a path replaced by what is there, in alphabetical order. */
export function expandSpecifiers(specifiers: readonly string[], workingDirectory: string): readonly string[] {
  return specifiers.flatMap((specifier) =>
    isPath(specifier) && specifier.includes('*')
      ? globSync(specifier, { cwd: workingDirectory })
          .map((path) => resolve(workingDirectory, path))
          .sort()
      : [specifier],
  );
}

/** What the package beside a specifier says about itself; the specifier where nothing does. */
export function originOf(specifier: string, workingDirectory: string): ModuleOrigin {
  try {
    return locate(specifier, workingDirectory).origin;
  } catch {
    const folder = isPath(specifier) ? resolve(workingDirectory, specifier) : null;
    return folder === null ? { module: specifier, package: null, version: null } : readOrigin(folder, specifier);
  }
}

/** Throws if the package, its file or its package.json is missing. Packages are resolved from the working directory. */
export function locate(specifier: string, workingDirectory: string): LocatedModule {
  const fromHere = createRequire(pathToFileURL(join(workingDirectory, 'package.json')));
  if (!isPath(specifier)) {
    const entry = realpathSync(resolvePackage(fromHere, specifier, workingDirectory));
    const folder = packageFolder(entry);
    return { origin: readOrigin(folder, specifier), folder, entry };
  }
  const path = realpathSync(resolve(workingDirectory, specifier));
  if (!statSync(path).isDirectory()) {
    const folder = packageFolder(path);
    return { origin: readOrigin(folder, specifier), folder, entry: path };
  }
  const origin = readOrigin(path, specifier);
  const manifest = readPackage(path);
  if (manifest === null) throw new Error(`the folder has no package.json; add one with \`exports\``);
  const entry = realpathSync(entryOf(path, manifest));
  return { origin, folder: path, entry };
}

/** `exports` of conditions, a path, or `main`. */
function entryOf(folder: string, manifest: PackageFile): string {
  const { exports, main } = manifest as { readonly exports?: unknown; readonly main?: unknown };
  const root = typeof exports === 'object' && exports !== null && '.' in exports ? exports['.'] : exports;
  const target = conditionOf(root) ?? (typeof main === 'string' ? main : 'index.js');
  const entry = join(folder, target);
  if (!existsSync(entry)) throw new Error(`package.json names '${target}', which is missing; build the package`);
  return entry;
}

function conditionOf(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (typeof target !== 'object' || target === null) return undefined;
  const { import: imported, node, default: otherwise } = target as Readonly<Record<string, unknown>>;
  return conditionOf(node) ?? conditionOf(imported) ?? conditionOf(otherwise);
}

function resolvePackage(fromHere: NodeJS.Require, specifier: string, workingDirectory: string): string {
  for (const folder of fromHere.resolve.paths(specifier) ?? []) {
    const path = join(folder, specifier);
    const manifest = existsSync(path) ? readPackage(path) : null;
    if (manifest !== null) return entryOf(path, manifest);
  }
  throw new Error(`the package is not installed in '${workingDirectory}'; install it, or correct the name`);
}

function packageFolder(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) return dirname(file);
  }
}

function readOrigin(folder: string, specifier: string): ModuleOrigin {
  try {
    const { name, version, cubit } = readPackage(folder) ?? {};
    const text = (value: unknown) => (typeof value === 'string' ? value : null);
    return { module: text(cubit?.module) ?? text(name) ?? specifier, package: text(name), version: text(version) };
  } catch {
    return { module: specifier, package: null, version: null };
  }
}

function readPackage(folder: string): PackageFile | null {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as PackageFile;
  } catch (cause) {
    throw new Error('package.json is no JSON; correct it', { cause });
  }
}
