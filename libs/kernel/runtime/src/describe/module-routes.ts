import { Type } from 'typebox';
import {
  actorOf,
  callerOf,
  completePage,
  completeQuery,
  type RouteDefinition,
  workspaceOf,
  workspaceParam,
  workspaceParams,
} from '@cubit/core/host';
import { listSchema, notFound } from '@cubit/core';
import { defineRoute } from '@cubit/database';
import type { KernelServices } from '@cubit/records';
import { changeModule } from './change-module.js';
import { closed } from './json-schema.js';
import { ModuleRow, moduleRow, OtherSetting, UNTOUCHED } from './module-row.js';
import { readModuleStates } from './module-states.js';

const TAG = 'Modules';

export function moduleRoutes(services: KernelServices): readonly RouteDefinition[] {
  return [listModules(services), updateModule(services)];
}

function listModules({ database, registry }: KernelServices): RouteDefinition {
  return defineRoute({
    operationId: 'listModules',
    method: 'GET',
    path: '/api/v1/orgs/{workspace}/modules',
    summary: 'List the installed modules',
    description: 'Every module of the instance, with its state in the workspace.',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    query: Type.Object(completeQuery),
    responses: { 200: { description: 'All modules.', schema: listSchema(ModuleRow) } },
    errors: ['invalid_cursor'],
    async handler(request) {
      const { id } = workspaceOf(request);
      const states = await readModuleStates(database.db, id);
      const body = completePage(request.query, {
        list: 'modules',
        items: registry.modules.values(),
        idOf: ({ name }) => name,
        rowOf: (module) => moduleRow(module, states.get(module.name) ?? UNTOUCHED),
      });
      return { status: 200, body };
    },
  });
}

const NewSecret = Type.Unsafe<string | null>({
  $id: 'NewSecretSetting',
  type: ['string', 'null'],
  writeOnly: true,
  description: 'A text sets a secret, `null` clears it. Without the member it stays.',
});

const ModulePatch = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean()),
    settings: Type.Optional(
      Type.Unsafe<Readonly<Record<string, unknown>>>({
        type: 'object',
        additionalProperties: { anyOf: [NewSecret, OtherSetting] },
        description: 'Merge patch; `null` brings a default back. See `settings_schema`.',
      }),
    ),
  },
  closed,
);

function updateModule({ registry, secrets }: KernelServices): RouteDefinition {
  return defineRoute({
    operationId: 'updateModule',
    method: 'PATCH',
    path: '/api/v1/orgs/{workspace}/modules/{module}',
    summary: 'Enable or disable a module, or change its settings',
    description:
      'Disabling hides the records of the module and stops its wires. It deletes nothing: enabling the module again brings all of it back.',
    tag: TAG,
    access: 'admin',
    params: Type.Object({ workspace: workspaceParam, module: Type.String({ description: 'Name of the module.' }) }),
    body: {
      schema: ModulePatch,
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      example: { enabled: true },
    },
    responses: { 200: { description: 'The present state of the module.', schema: ModuleRow } },
    errors: ['conflict', 'dependency_missing'],
    async handler(request) {
      const module = registry.modules.get(request.params.module);
      if (!module) throw notFound('Module');
      const { id: workspaceId } = workspaceOf(request);
      const actor = actorOf(callerOf(request));
      const change = { ...request.body, workspaceId, module, registry, secrets, actor, address: request.address };
      const state = await request.transaction((tx) => changeModule(tx, change));
      return { status: 200, body: moduleRow(module, state) };
    },
  });
}
