import { Type, type TObject } from 'typebox';
import { listSchema } from '@cubit/core';
import { defineRoute } from '@cubit/database';
import {
  completePage,
  completeQuery,
  modulePath,
  pascalCase,
  type RegisteredAction,
  type RegisteredEvent,
  type RegisteredKind,
  type RouteDefinition,
  type WorkspaceAccess,
  workspaceOf,
  workspaceParams,
} from '@cubit/core/host';
import type { KernelServices } from '@cubit/records';
import { ActionRow, actionRow } from './action-row.js';
import { EventRow, eventRow } from './event-row.js';
import { KindRow, kindRow } from './kind-row.js';

/** One of the three types of declarations of modules, and its description. */
interface Declared<Item extends { readonly module: string }> {
  readonly plural: 'kinds' | 'actions' | 'events';
  readonly what: string;
  readonly schema: ReturnType<typeof listSchema>;
  items(registry: KernelServices['registry']): Iterable<Item>;
  idOf(item: Item): string;
  /** Null if its module is disabled. */
  rowOf(item: Item, workspace: WorkspaceAccess): object | null;
}

const kinds: Declared<RegisteredKind> = {
  plural: 'kinds',
  what: 'record kinds',
  schema: listSchema(KindRow),
  items: (registry) => registry.kinds.values(),
  idOf: ({ id }) => id,
  rowOf(kind, { schema }) {
    const shape = schema.kinds.get(kind.id);
    return shape ? kindRow(kind, shape, schema) : null;
  },
};
const actions: Declared<RegisteredAction> = {
  plural: 'actions',
  what: 'actions',
  schema: listSchema(ActionRow),
  items: (registry) => registry.actions.values(),
  idOf: ({ id }) => id,
  rowOf: (action, { schema }) => (schema.actions.has(action.id) ? actionRow(action) : null),
};
const events: Declared<RegisteredEvent> = {
  plural: 'events',
  what: 'events',
  schema: listSchema(EventRow),
  items: (registry) => registry.events.values(),
  idOf: ({ name }) => name,
  rowOf: (event, { id, schema }) => (schema.events.has(event.name) ? eventRow(event, id) : null),
};

/** The declarations of the enabled modules, for the whole workspace and for each module. */
export function declaredRoutes(services: KernelServices): readonly RouteDefinition[] {
  return [...routesOf(services, kinds), ...routesOf(services, actions), ...routesOf(services, events)];
}

function routesOf<Item extends { readonly module: string }>(
  services: KernelServices,
  declared: Declared<Item>,
): readonly RouteDefinition[] {
  const modules = [...services.registry.modules.keys()];
  return [listOf(services, declared, null), ...modules.map((module) => listOf(services, declared, module))];
}

/** Of one module, or of all enabled modules. */
function listOf<Item extends { readonly module: string }>(
  { registry }: KernelServices,
  { plural, what, schema, items, idOf, rowOf }: Declared<Item>,
  module: string | null,
): RouteDefinition {
  const base = {
    method: 'GET',
    tag: 'Modules',
    access: 'viewer',
    params: workspaceParams,
    query: Type.Object(completeQuery),
    responses: { 200: { description: module === null ? `All ${what}.` : `All ${what} of the module.`, schema } },
    errors: ['invalid_cursor'],
    handler: async (request) => ({
      status: 200,
      body: completePage(request.query, {
        list: `${module ?? ''}/${plural}`,
        items: [...items(registry)].filter((item) => module === null || item.module === module),
        idOf,
        rowOf: (item) => rowOf(item, workspaceOf(request)),
      }),
    }),
  } as const satisfies Partial<RouteDefinition<typeof workspaceParams, TObject<typeof completeQuery>>>;
  if (module === null)
    return defineRoute({
      ...base,
      operationId: `describe${pascalCase(plural)}`,
      path: `/api/v1/orgs/{workspace}/${plural}`,
      summary: `List the ${what} of the workspace`,
      description: `The ${what} that the enabled modules declare, with JSON Schemas.`,
    });
  return defineRoute({
    ...base,
    operationId: `describe${pascalCase(module)}${pascalCase(plural)}`,
    path: `${modulePath(module)}/${plural}`,
    summary: `List the ${what} of the module ${module}`,
    description: `The ${what} that the module declares, with JSON Schemas.`,
    module,
  });
}
