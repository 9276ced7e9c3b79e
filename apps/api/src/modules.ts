import { accessSync, constants, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModuleDefinition } from '@cubit/core';
import type { Logger } from '@cubit/core/host';
import { type Database, releaseOf } from '@cubit/database';
import {
  faultText,
  type ForeignModule,
  hasInstalledModules,
  type InstalledArchive,
  loadModules,
  type LoadOptions,
  loadPinned,
  openRunningSet,
  type PinnedModules,
} from '@cubit/modules';
import { leaveProcess, type PackageRule } from '@cubit/runtime';
import { BUILT_IN_MODULES } from './built-in-modules.js';
import type { Configuration } from './configuration.js';
import { programVersion } from './program-version.js';

export interface ConfiguredModules {
  readonly modules: readonly ModuleDefinition[];
  /** Those of the product. */
  readonly checked: ReadonlySet<ModuleDefinition>;
  readonly packages: PackageRule;
  /** Names of those that are left out. */
  readonly modulesLeft: readonly string[];
}

interface StartingOptions {
  readonly database: Database;
  /** No other process can use the database. */
  readonly isAlone: boolean;
  readonly log: Logger;
  /** Id of this process. */
  readonly process: string;
  /** Those of MODULES. Default: they are loaded. */
  readonly pinned?: PinnedModules;
  /** Of staged modules, only this one becomes active. Default: all. */
  readonly only?: string;
}

/** The modules of MODULES. Their faults need no database to be found. */
export function configuredModules(configuration: Configuration): Promise<PinnedModules> {
  return loadPinned(loadOptions(configuration, []));
}

/** The modules of the product, of MODULES, and those that are installed in the database. */
export async function runningModules(
  configuration: Configuration,
  { database, isAlone, log, process, pinned, only }: StartingOptions,
): Promise<ConfiguredModules> {
  const { roles } = configuration;
  const { archives, waiting } = await openRunningSet(database, {
    id: process,
    release: releaseOf(programVersion()),
    roles,
    isAlone,
    ...(only !== undefined && { only }),
  });
  if (waiting.length > 0)
    log.warn({ modules: waiting }, 'modules are staged, and become active at a start without another process');
  const { modules, foreign, left } = await loadModules(loadOptions(configuration, archives), pinned);
  for (const { module, faults } of left) log.warn({ module, faults: faults.map(faultText) }, 'a module is left out');
  return {
    modules,
    checked: new Set(BUILT_IN_MODULES),
    packages: packageRule(configuration, foreign),
    modulesLeft: left.map(({ module }) => module),
  };
}

/** Takes the process out again, for a start that fails before the kernel does so. */
export async function leaveInstance({
  database,
  log,
  process,
}: Pick<StartingOptions, 'database' | 'log' | 'process'>): Promise<void> {
  try {
    if (await hasInstalledModules(database.db)) await leaveProcess(database.db, process);
  } catch (error) {
    log.warn({ err: error }, 'the lease of this process could not be ended');
  }
}

/** What happens to fields of modules of other packages that change without a later version. */
export function packageRule({ production }: Configuration, foreign: readonly ForeignModule[]): PackageRule {
  return {
    names: new Set(foreign.map(({ definition }) => definition.name)),
    onUnversioned: production ? 'refuse' : 'warn',
  };
}

/** What is loaded with these settings, and with packed modules of the database. */
export function loadOptions(
  { modules, modulesOff, modulesOnFault, dataDir }: Configuration,
  installed: readonly InstalledArchive[],
): LoadOptions {
  return {
    specifiers: modules,
    installed,
    workingDirectory: process.cwd(),
    cacheFolder: () => moduleCache(dataDir),
    builtIn: BUILT_IN_MODULES,
    off: modulesOff,
    onFault: modulesOnFault,
  };
}

let temporary: string | undefined;

/** Where archives are unpacked: a folder of the data directory, or one of this process where nothing can be written there. */
function moduleCache(dataDir: string): string {
  const folder = join(dataDir, 'modules');
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    return (temporary ??= mkdtempSync(join(tmpdir(), 'cubit-modules-')));
  }
}
