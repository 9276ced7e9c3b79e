import { spawnSync } from 'node:child_process';
import { basename, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ModuleDefinition } from '@cubit/core';
import { checkDeclarations, faultsByModule } from '@cubit/core/host';
import { expandSpecifiers, type LocatedModule, locate, originOf } from './locate-module.js';
import { unpackFile } from './unpack-archive.js';
import { ModuleFaultError, type ModuleFault, type ModuleOrigin } from './module-fault.js';
import { confineImports, providedNames } from './module-imports.js';

export interface LoadOptions {
  /** Names of packages, folders, files and archives; `*` in the last part of a path. */
  readonly specifiers: readonly string[];
  readonly workingDirectory: string;
  /** Where archives are unpacked. */
  readonly cacheFolder: string;
  readonly builtIn: readonly ModuleDefinition[];
  /** Names of modules to leave out. */
  readonly off: readonly string[];
  /** `skip`: starts without modules that have faults. */
  readonly onFault: 'stop' | 'skip';
}

/** A module beside those of the product. */
export interface ForeignModule {
  readonly origin: ModuleOrigin;
  readonly definition: ModuleDefinition;
}

export interface LoadedModules {
  /** Those of the product first. */
  readonly modules: readonly ModuleDefinition[];
  readonly foreign: readonly ForeignModule[];
  /** Modules that the operator left out, or that have faults. */
  readonly left: readonly LeftOutModule[];
}

export interface LeftOutModule {
  readonly module: string;
  readonly reason: 'off' | 'fault';
  /** Empty for a module that the operator left out. */
  readonly faults: readonly ModuleFault[];
}

interface Refused {
  readonly origin: ModuleOrigin;
  readonly faults: readonly string[];
}
type Outcome = ForeignModule | Refused;

/** Loads and checks the modules. Throws a `ModuleFaultError` with all faults, unless such modules are skipped. */
export async function loadModules(options: LoadOptions): Promise<LoadedModules> {
  const { specifiers, workingDirectory, builtIn, off, onFault } = options;
  const places = expandSpecifiers(specifiers, workingDirectory).map((specifier) => placeIn(specifier, options));
  const wanted = places.filter(
    (place) => 'faults' in place || !off.includes(originOf(place.path, workingDirectory).module),
  );
  const outcomes = await Promise.all(
    wanted.map(async (place) => ('faults' in place ? place : await loadModule(place, workingDirectory))),
  );
  const loaded = outcomes.flatMap((outcome) =>
    'definition' in outcome && !off.includes(outcome.definition.name) ? [outcome] : [],
  );
  const faults = outcomes.flatMap((outcome) =>
    'faults' in outcome ? outcome.faults.map((message): ModuleFault => ({ origin: outcome.origin, message })) : [],
  );
  const own = builtIn.filter(({ name }) => !off.includes(name));
  const { foreign, faults: contradictions } = consistent(own, loaded);
  const all = [...faults, ...contradictions];
  if (all.length > 0 && onFault === 'stop') throw new ModuleFaultError(all);
  const faulty = Map.groupBy(all, ({ origin }) => origin.module);
  return {
    modules: [...own, ...foreign.map(({ definition }) => definition)],
    foreign,
    left: [
      ...off.map((module): LeftOutModule => ({ module, reason: 'off', faults: [] })),
      ...[...faulty].map(([module, list]): LeftOutModule => ({ module, reason: 'fault', faults: list })),
    ],
  };
}

/** Without modules that contradict others, and then without those that need them. */
function consistent(builtIn: readonly ModuleDefinition[], loaded: readonly ForeignModule[]) {
  const faults: ModuleFault[] = [];
  const checked = new Set(builtIn);
  for (let foreign = loaded; ;) {
    if (foreign.length === 0) return { foreign, faults };
    const found = faultsByModule([...builtIn, ...foreign.map(({ definition }) => definition)], checked);
    const broken = foreign.filter(({ definition }) => found.has(definition));
    if (broken.length === 0) return { foreign, faults };
    faults.push(
      ...broken.flatMap(({ origin, definition }) =>
        (found.get(definition) ?? []).map((message) => ({ origin, message: withOther(message, definition, loaded) })),
      ),
    );
    foreign = foreign.filter((module) => !broken.includes(module));
  }
}

/** Of two modules of one name, both packages are named. */
function withOther(message: string, definition: ModuleDefinition, loaded: readonly ForeignModule[]): string {
  const other = loaded.find((module) => module.definition.name === definition.name && module.definition !== definition);
  return other && message.startsWith('Two modules are named')
    ? `${message} The other is of package '${other.origin.package ?? other.origin.module}'.`
    : message;
}

/** What a specifier names: the name of a package, or a path. Archives are unpacked. */
interface Place {
  readonly specifier: string;
  readonly path: string;
}

function placeIn(specifier: string, { workingDirectory, cacheFolder }: LoadOptions): Place | Refused {
  if (!specifier.endsWith('.tgz')) return { specifier, path: specifier };
  try {
    return { specifier, path: unpackFile(resolve(workingDirectory, specifier), cacheFolder) };
  } catch (error) {
    const origin = { module: basename(specifier), package: null, version: null };
    return { origin, faults: [`MODULES names '${specifier}', which cannot be loaded: ${messageOf(error)}.`] };
  }
}

async function loadModule({ specifier, path }: Place, workingDirectory: string): Promise<Outcome> {
  const origin = originOf(path, workingDirectory);
  let located: LocatedModule;
  try {
    located = locate(path, workingDirectory);
  } catch (error) {
    return { origin, faults: [`MODULES names '${specifier}', which cannot be loaded: ${messageOf(error)}.`] };
  }
  try {
    confineImports(located.folder, origin.module);
    const exported = (await import(pathToFileURL(located.entry).href)) as Readonly<Record<string, unknown>>;
    return checked(exported, specifier, located);
  } catch (error) {
    return { origin, faults: [`${placeOf(error, located)}${reasonOf(error)}`] };
  }
}

function checked(exported: object, specifier: string, { origin }: LocatedModule): Outcome {
  const definitions = [...new Set(Object.values(exported).filter(isModuleDefinition))];
  const [definition] = definitions;
  if (!definition || definitions.length > 1) {
    const found = definitions.length === 0 ? 'no module' : definitions.map(({ name }) => `'${name}'`).join(' and ');
    return {
      origin,
      faults: [`MODULES names '${specifier}', which exports ${found}; export one value made with defineModule.`],
    };
  }
  const named = { ...origin, module: definition.name };
  const faults = checkDeclarations(definition);
  return faults.length > 0 ? { origin: named, faults } : { origin: named, definition };
}

/** `index.js:3: ` where the error shows a line of the module. */
function placeOf(error: unknown, { folder, entry }: LocatedModule): string {
  if (!(error instanceof Error)) return `${basename(entry)}: `;
  if (error.name === 'RefusedImport') return '';
  const lines = [...(error.stack ?? '').matchAll(/(file:\/\/[^\s)]+?):(\d+)/g)];
  const own = lines.find(([, url = '']) => fileURLToPath(url).startsWith(folder));
  const line = own?.[2] ?? (error instanceof SyntaxError ? lineOfSyntaxError(entry) : undefined);
  return `${basename(entry)}${line === undefined ? '' : `:${line}`}: `;
}

/** The engine keeps the line of a syntax error from code; Node prints it. */
function lineOfSyntaxError(entry: string): string | undefined {
  const { stderr } = spawnSync(process.execPath, ['--check', entry], { encoding: 'utf8', timeout: 5_000 });
  return /:(\d+)\n/.exec(stderr)?.[1];
}

function reasonOf(error: unknown): string {
  const message = messageOf(error);
  if (error instanceof Error && error.name === 'RefusedImport') return message;
  return error instanceof SyntaxError
    ? `${message}; correct the source, and build it again.`
    : `it cannot be loaded: ${message}; correct it.`;
}

function messageOf(error: unknown): string {
  return providedNames(error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}

function isModuleDefinition(value: unknown): value is ModuleDefinition {
  if (typeof value !== 'object' || value === null) return false;
  const { name, version, contract } = value as Readonly<Record<string, unknown>>;
  return [name, version, contract].every((member) => typeof member === 'string');
}
