import { Type } from 'typebox';
import { completePage, completeQuery, type RouteDefinition } from '@cubit/core/host';
import { listSchema } from '@cubit/core';
import { defineRoute } from '@cubit/database';
import type { KernelServices } from '@cubit/records';
import { closed } from './json-schema.js';

const AvailableModule = Type.Object(
  {
    name: Type.String({ description: 'The name in paths.' }),
    title: Type.String(),
    description: Type.String(),
    icon: Type.Union([Type.String(), Type.Null()]),
    always: Type.Boolean({ description: 'Part of every workspace; cannot be disabled.' }),
    requires: Type.Array(Type.String(), { description: 'Modules that are enabled together with it.' }),
  },
  { ...closed, $id: 'AvailableModule' },
);

/** What a new workspace can be created with. */
export function availableModulesRoute({ registry }: KernelServices): RouteDefinition {
  return defineRoute({
    operationId: 'listAvailableModules',
    method: 'GET',
    path: '/api/v1/me/modules',
    summary: 'List the modules that a workspace can enable',
    description: 'Every module of the instance, for choosing the modules of a new workspace.',
    tag: 'Workspaces',
    access: 'user',
    query: Type.Object(completeQuery),
    responses: { 200: { description: 'All modules.', schema: listSchema(AvailableModule) } },
    errors: ['invalid_cursor'],
    handler(request) {
      const body = completePage(request.query, {
        list: 'available-modules',
        items: registry.modules.values(),
        idOf: ({ name }) => name,
        rowOf: ({ name, definition: { title, description, ui, always = false, requires = [] } }) => ({
          ...{ name, title, description, icon: ui?.icon ?? null, always, requires: [...requires] },
        }),
      });
      return Promise.resolve({ status: 200, body });
    },
  });
}
