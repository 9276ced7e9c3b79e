import type { RouteDefinition, WorkspaceDescription } from '@cubit/core';
import type { Components, Use } from './components.js';
import { pascalCase } from './names.js';

/** Makes every kind's fields known by name, custom fields included: `InventoryPartFields`, `InventoryPartCreateFields`, `InventoryPartPatchFields`. */
export function knowRecordSchemas(components: Components, { schema }: WorkspaceDescription): void {
  for (const [id, shape] of schema.kinds) {
    const name = pascalCase(id);
    components.know(`${name}Fields`, shape.readSchema);
    components.know(`${name}CreateFields`, shape.createSchema, { direction: 'request' });
    components.know(`${name}PatchFields`, shape.patchSchema, { direction: 'request' });
  }
}

const RECORD_PATH = /\/modules\/(?<module>[^/{}]+)\/records\/(?<kind>[^/{}]+)/;

/** Where schemas happen to be alike, a route means those of its own kind, and of its direction. */
export function useBy({ method, path }: RouteDefinition, direction: Use['direction']): Use {
  const { kind, module } = RECORD_PATH.exec(path)?.groups ?? {};
  if (kind === undefined || module === undefined) return { direction };
  const name = pascalCase(`${module}:${kind}`);
  const sent = method === 'PATCH' ? [`${name}PatchFields`] : [`${name}CreateFields`];
  return { direction, preferred: direction === 'request' ? sent : [`${name}Fields`] };
}
