import { BUILT_IN_MODULES } from '@cubit/api';
import type { ModuleDefinition } from '@cubit/core';
import { checkDeclarations, createRegistry, RegistryError } from '@cubit/core/host';

/** What an instance would refuse at its start; empty if it takes the module. */
export function moduleFaults(module: ModuleDefinition): readonly string[] {
  const own = checkDeclarations(module);
  // The registry reads declarations of the right shape alone.
  if (own.length > 0) return own;
  try {
    createRegistry([...BUILT_IN_MODULES.filter(({ name }) => name !== module.name), module]);
    return [];
  } catch (error) {
    if (error instanceof RegistryError) return error.faults;
    throw error;
  }
}
