import { BUILT_IN_MODULES } from '@cubit/api';
import type { ModuleDefinition } from '@cubit/core';
import { checkDeclarations, createRegistry, RegistryError, routesOf } from '@cubit/core/host';

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

/** The declarations of a module as JSON: names, schemas, effects. What a manifest holds, and what versions are compared by. */
export function describeModule(module: ModuleDefinition): object {
  const { name, version, contract, title, description, requires = [], settings } = module;
  return {
    name,
    version,
    contract,
    title,
    description,
    requires,
    settings: settings ?? null,
    kinds: (module.kinds ?? []).map((kind) => ({
      id: kind.id,
      title: kind.title,
      description: kind.description ?? null,
      fields: kind.fields,
      lifecycle: kind.lifecycle ?? null,
      example: kind.example ?? null,
    })),
    actions: (module.actions ?? []).map((action) => ({
      id: action.id,
      title: action.title,
      description: action.description ?? null,
      role: action.role ?? 'member',
      appliesTo: typeof action.appliesTo === 'string' ? action.appliesTo : action.appliesTo.map(({ id }) => id),
      input: action.input,
      output: action.output,
      emits: action.emits.map((event) => event.name),
      effects: action.effects,
      example: action.example,
    })),
    events: (module.events ?? []).map((event) => ({
      name: event.name,
      title: event.title,
      description: event.description ?? null,
      payload: event.payload,
    })),
    jobs: (module.jobs ?? []).map(({ id, description, input }) => ({ id, description: description ?? null, input })),
    routes: routesOf(module).map(({ operationId, method, path, summary }) => ({ operationId, method, path, summary })),
    errors: Object.keys(module.errors?.entries ?? {}),
    scopes: (module.scopes ?? []).map(({ id }) => id),
    upgrades: (module.upgrades ?? []).map(({ id }) => id),
    permissions: module.permissions ?? null,
  };
}
