import { defineRoute, type RouteDefinition } from '../contract/route.js';
import { listSchema, workspaceOf, workspaceParams } from '../http/route-parts.js';
import type { KernelServices } from '../kernel/services.js';
import type { WorkspaceAccess } from '../workspace/workspace-access.js';
import { ActionRow, actionRow } from './action-row.js';
import { EventRow, eventRow } from './event-row.js';
import { KindRow, kindRow } from './kind-row.js';
import { pascalCase } from './pascal-case.js';

/** One of the three things that modules declare, and how it is told. */
interface Declared {
  readonly plural: 'kinds' | 'actions' | 'events';
  readonly what: string;
  readonly schema: ReturnType<typeof listSchema>;
  rows(workspace: WorkspaceAccess, registry: KernelServices['registry']): readonly { readonly module: string }[];
}

const DECLARED: readonly Declared[] = [
  {
    plural: 'kinds',
    what: 'record kinds',
    schema: listSchema(KindRow),
    rows: ({ schema }, registry) =>
      [...schema.kinds].flatMap(([id, shape]) => {
        const kind = registry.kinds.get(id);
        return kind ? [kindRow(kind, shape, schema)] : [];
      }),
  },
  {
    plural: 'actions',
    what: 'actions',
    schema: listSchema(ActionRow),
    rows: ({ schema }) => [...schema.actions.values()].map(actionRow),
  },
  {
    plural: 'events',
    what: 'events',
    schema: listSchema(EventRow),
    rows: ({ id, schema }) => [...schema.events.values()].map((event) => eventRow(event, id)),
  },
];

/** What the enabled modules declare, for the workspace as a whole and for each module. */
export function declaredRoutes(services: KernelServices): readonly RouteDefinition[] {
  const modules = [...services.registry.modules.keys()];
  return DECLARED.flatMap((declared) => [
    listAll(services, declared),
    ...modules.map((module) => listOfModule(services, declared, module)),
  ]);
}

function listAll({ registry }: KernelServices, { plural, rows, schema, what }: Declared): RouteDefinition {
  return defineRoute({
    operationId: `describe${pascalCase(plural)}`,
    method: 'GET',
    path: `/api/v1/orgs/{workspace}/${plural}`,
    summary: `List the ${what} of the workspace`,
    description: `The ${what} that the enabled modules declare, with JSON Schemas.`,
    tag: 'Modules',
    access: 'viewer',
    params: workspaceParams,
    responses: { 200: { description: `All ${what}.`, schema } },
    handler: async (request) => ({
      status: 200,
      body: { data: rows(workspaceOf(request), registry), next_cursor: null },
    }),
  });
}

function listOfModule(
  { registry }: KernelServices,
  { plural, rows, schema, what }: Declared,
  module: string,
): RouteDefinition {
  return defineRoute({
    operationId: `describe${pascalCase(module)}${pascalCase(plural)}`,
    method: 'GET',
    path: `/api/v1/orgs/{workspace}/modules/${module}/${plural}`,
    summary: `List the ${what} of the module ${module}`,
    description: `The ${what} that the module declares, with JSON Schemas.`,
    tag: 'Modules',
    access: 'viewer',
    params: workspaceParams,
    module,
    responses: { 200: { description: `All ${what} of the module.`, schema } },
    handler: async ({ workspace }) => ({
      status: 200,
      body: {
        data: rows(workspace as WorkspaceAccess, registry).filter((row) => row.module === module),
        next_cursor: null,
      },
    }),
  });
}
