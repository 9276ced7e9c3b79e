import type { RouteDefinition, WorkspaceDescription } from '@cubit/core/host';
import type { Components, Use } from './components.js';
import { pascalCase } from './names.js';

/** Registers the field schemas of every kind, including custom fields: `InventoryPartFields`, `InventoryPartCreateFields`, `InventoryPartPatchFields`. */
export function registerRecordSchemas(components: Components, { schema }: WorkspaceDescription): void {
  for (const [id, shape] of schema.kinds) {
    const name = pascalCase(id);
    components.register(`${name}Fields`, shape.readSchema);
    components.register(`${name}CreateFields`, shape.createSchema, { direction: 'request' });
    components.register(`${name}PatchFields`, shape.patchSchema, { direction: 'request' });
  }
}

const RECORD_PATH = /\/modules\/(?<module>[^/{}]+)\/records\/(?<kind>[^/{}]+)/;

/** If schemas are equal, a route uses the name of its own kind and direction. */
export function useBy({ method, path }: RouteDefinition, direction: Use['direction']): Use {
  const { kind, module } = RECORD_PATH.exec(path)?.groups ?? {};
  if (kind === undefined || module === undefined) return { direction };
  const name = pascalCase(`${module}:${kind}`);
  const sent = method === 'PATCH' ? [`${name}PatchFields`] : [`${name}CreateFields`];
  return { direction, preferred: direction === 'request' ? sent : [`${name}Fields`] };
}
