import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRegistry } from '@cubit/core/host';
import { createLog } from '@cubit/http';
import { type InstalledArchive, type LoadedModules, loadModules } from '@cubit/modules';
import { type CapabilityFactory, type InstancePlan, planModules } from '@cubit/runtime';
import { BUILT_IN_MODULES } from '../../built-in-modules.js';
import { loadOptions, packageRule } from '../../modules.js';
import { kernelParts } from '../../start.js';
import type { InspectedDatabase } from './check.js';

/** The capabilities of the program, of which none is started. */
export function capabilitiesOf({ configuration, database }: InspectedDatabase): readonly CapabilityFactory[] {
  const packages = { names: new Set<string>(), onUnversioned: 'refuse' as const };
  const modules = { modules: BUILT_IN_MODULES, checked: new Set(BUILT_IN_MODULES), packages, modulesLeft: [] };
  const log = createLog({ level: 'silent' });
  return kernelParts({ ...configuration, web: false }, { database, modules, log }).options.capabilities;
}

/** Loads the modules of a start, from a temporary folder, and skips those with faults. */
export async function loadAll(
  { configuration }: InspectedDatabase,
  archives: readonly InstalledArchive[],
): Promise<LoadedModules> {
  let folder: string | undefined;
  try {
    return await loadModules({
      ...loadOptions({ ...configuration, modulesOnFault: 'skip' }, archives),
      cacheFolder: () => (folder ??= mkdtempSync(join(tmpdir(), 'cubit-doctor-'))),
    });
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** What a start with these modules would change. */
export function planOf(inspected: InspectedDatabase, { modules, foreign }: LoadedModules): Promise<InstancePlan> {
  const { configuration, database } = inspected;
  return planModules({
    database,
    registry: createRegistry(modules, new Set(BUILT_IN_MODULES)),
    names: capabilitiesOf(inspected).flatMap(({ names }) => names ?? []),
    packages: packageRule(configuration, foreign),
  });
}
