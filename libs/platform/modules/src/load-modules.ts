import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ModuleDefinition } from '@cubit/core';
import { checkDeclarations, faultsByModule } from '@cubit/core/host';
import { differingMember } from './describe-module.js';
import { expandSpecifiers, type LocatedModule, locate, originOf } from './locate-module.js';
import { unpackArchive } from './unpack-archive.js';
import type { InstalledArchive } from './installed/installed-module.js';
import { ModuleFaultError, type ModuleFault, type ModuleOrigin } from './module-fault.js';
import { confineImports, providedNames } from './module-imports.js';

export interface LoadOptions {
  /** Names of packages, folders, files and archives; `*` in the last part of a path. */
  readonly specifiers: readonly string[];
  /** Packed modules that are installed in the instance. One of `specifiers` with the same name takes its place. */
  readonly installed?: readonly InstalledArchive[];
  readonly workingDirectory: string;
  /** Where archives are unpacked. Called if there is one. */
  readonly cacheFolder: () => string;
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

/** The modules of `specifiers`, loaded, or what is wrong with them. */
export type PinnedModules = readonly Outcome[];

/** Loads the modules of `specifiers`. Throws a `ModuleFaultError` with all faults of their packages, unless such modules are skipped. */
export async function loadPinned(options: LoadOptions): Promise<PinnedModules> {
  const { specifiers, workingDirectory, onFault } = options;
  const places = expandSpecifiers(specifiers, workingDirectory).map((specifier) => placeIn(specifier, options));
  const outcomes = await loadPlaces(places, options);
  const faults = faultsOf(outcomes);
  if (faults.length > 0 && onFault === 'stop') throw new ModuleFaultError(faults);
  return outcomes;
}

/**
 * Loads and checks all modules: those of `specifiers`, which may be loaded before, those of the product and the installed ones. Throws a
 * `ModuleFaultError` with all faults, unless such modules are skipped.
 */
export async function loadModules(options: LoadOptions, given?: PinnedModules): Promise<LoadedModules> {
  const { installed = [], builtIn, off, onFault } = options;
  const pinned = given ?? (await loadPinned(options));
  const names = new Set(pinned.map((outcome) => nameOf(outcome)));
  const rest = installed.filter(({ name }) => !names.has(name)).map((one) => installedPlace(one, options));
  const outcomes = [...pinned, ...(await loadPlaces(rest, options))];
  const loaded = outcomes.flatMap((outcome) => ('definition' in outcome ? [outcome] : []));
  const own = builtIn.filter(({ name }) => !off.includes(name));
  const { foreign, faults: contradictions } = consistent(own, loaded);
  const all = [...faultsOf(outcomes), ...contradictions];
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

/** Without modules that the operator left out. */
async function loadPlaces(
  places: readonly (Place | Refused)[],
  { workingDirectory, off }: LoadOptions,
): Promise<readonly Outcome[]> {
  const wanted = places.filter(
    (place) => 'faults' in place || !off.includes(originOf(place.path, workingDirectory).module),
  );
  const outcomes = await Promise.all(
    wanted.map(async (place) => ('faults' in place ? place : await loadModule(place, workingDirectory))),
  );
  return outcomes.filter((outcome) => !('definition' in outcome) || !off.includes(outcome.definition.name));
}

function faultsOf(outcomes: readonly Outcome[]): readonly ModuleFault[] {
  return outcomes.flatMap((outcome) =>
    'faults' in outcome ? outcome.faults.map((message): ModuleFault => ({ origin: outcome.origin, message })) : [],
  );
}

function nameOf(outcome: Outcome): string {
  return 'definition' in outcome ? outcome.definition.name : outcome.origin.module;
}

/** What names a module: the name of a package, or a path. Archives are unpacked. */
interface Place {
  /** The start of messages: `MODULES names './laser'`. */
  readonly named: string;
  readonly path: string;
  /** Of an archive: what the module must declare. */
  readonly manifest?: Readonly<Record<string, unknown>>;
}

function placeIn(specifier: string, { workingDirectory, cacheFolder }: LoadOptions): Place | Refused {
  const named = `MODULES names '${specifier}'`;
  if (!specifier.endsWith('.tgz')) return { named, path: specifier };
  const origin = { module: basename(specifier), package: null, version: null };
  return unpacked(named, { origin, read: () => readFileSync(resolve(workingDirectory, specifier)), cacheFolder });
}

function installedPlace({ name, version, archive }: InstalledArchive, { cacheFolder }: LoadOptions): Place | Refused {
  const origin = { module: name, package: null, version };
  return unpacked(`The database has '${name}' ${version}`, { origin, read: () => archive, cacheFolder });
}

interface PackedSource {
  readonly origin: ModuleOrigin;
  readonly read: () => Buffer;
  readonly cacheFolder: () => string;
}

function unpacked(named: string, { origin, read, cacheFolder }: PackedSource): Place | Refused {
  try {
    return { named, ...unpackArchive(read(), cacheFolder()) };
  } catch (error) {
    return { origin, faults: [`${named}, which cannot be loaded: ${messageOf(error)}.`] };
  }
}

async function loadModule({ named, path, manifest }: Place, workingDirectory: string): Promise<Outcome> {
  const origin = originOf(path, workingDirectory);
  let located: LocatedModule;
  try {
    located = locate(path, workingDirectory);
  } catch (error) {
    return { origin, faults: [`${named}, which cannot be loaded: ${messageOf(error)}.`] };
  }
  try {
    confineImports(located.folder, origin.module);
    const exported = (await import(pathToFileURL(located.entry).href)) as Readonly<Record<string, unknown>>;
    return checked(exported, { named, manifest, ...located });
  } catch (error) {
    return { origin, faults: [`${placeOf(error, located)}${reasonOf(error)}`] };
  }
}

interface Exporter extends LocatedModule {
  readonly named: string;
  readonly manifest: Place['manifest'];
}

function checked(exported: object, { named, manifest = {}, origin }: Exporter): Outcome {
  const definitions = [...new Set(Object.values(exported).filter(isModuleDefinition))];
  const [definition] = definitions;
  if (!definition || definitions.length > 1) {
    const found = definitions.length === 0 ? 'no module' : definitions.map(({ name }) => `'${name}'`).join(' and ');
    return { origin, faults: [`${named}, which exports ${found}; export one value made with defineModule.`] };
  }
  const ofModule = { ...origin, module: definition.name };
  const faults = checkDeclarations(definition);
  if (faults.length > 0) return { origin: ofModule, faults };
  const member = differingMember(manifest, definition);
  if (member !== undefined)
    return {
      origin: ofModule,
      faults: [`dist/manifest.json has another '${member}' than the module; build it again.`],
    };
  return { origin: ofModule, definition };
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
