import { Type } from 'typebox';
import { type RouteDefinition, workspaceOf, workspaceParams } from '@cubit/core/host';
import { defineRoute } from '@cubit/database';
import type { KernelServices } from '@cubit/records';
import { ACT_SCOPE, READ_SCOPE } from '../scopes.js';
import { agentSettings } from '../settings.js';
import { grantOf, unknownTools } from './grant.js';

const strict = { additionalProperties: false };
const names = (description: string) => Type.Array(Type.String(), { description });

const agentsSchema = Type.Object(
  {
    enabled: Type.Boolean({ description: 'The module `agents` is enabled; otherwise the address answers 404.' }),
    url: Type.String({ description: 'Address for programs of agents.' }),
    confirm: Type.Unsafe<string>({ type: 'string', enum: ['person', 'two-step'] }),
    tools: names('The setting.'),
    unknown: names('Entries of the setting that name nothing in this workspace.'),
    actions: Type.Array(
      Type.Object(
        {
          id: Type.String({ examples: ['inventory:use'] }),
          title: Type.String(),
          module: Type.String(),
          scope: Type.Unsafe<string>({
            type: 'string',
            enum: [READ_SCOPE, ACT_SCOPE],
            description: 'The least scope that a scoped token needs.',
          }),
          destructive: Type.Boolean({ description: 'Each run is confirmed.' }),
          read_only: Type.Boolean(),
        },
        strict,
      ),
      { description: 'Actions that your agents may run.' },
    ),
    kinds: Type.Array(
      Type.Object({ id: Type.String({ examples: ['inventory:part'] }), title: Type.String() }, strict),
      { description: 'Kinds whose records your agents may create and update.' },
    ),
  },
  { ...strict, title: 'AgentAccess' },
);

/** What the setting amounts to for the caller. */
export function agentsRoute({
  registry,
  settings: instance,
}: Pick<KernelServices, 'registry' | 'settings'>): RouteDefinition {
  return defineRoute({
    operationId: 'getAgentAccess',
    method: 'GET',
    path: '/api/v1/orgs/{workspace}/agents',
    summary: 'Read what your agents may do',
    description:
      'The setting of the module `agents`, and what an unscoped token of yours, or one with the scope `agents:act`, may use.',
    tag: 'Agents',
    access: 'viewer',
    params: workspaceParams,
    responses: { 200: { description: 'What agents may do.', schema: agentsSchema } },
    handler(request) {
      const workspace = workspaceOf(request);
      const settings = agentSettings(workspace.schema);
      const grant = grantOf({
        registry,
        workspace,
        scopes: [],
        settings: settings ?? { tools: [] },
      });
      return Promise.resolve({
        status: 200,
        body: {
          enabled: settings !== null,
          url: `${instance.publicUrl}/api/v1/orgs/${workspace.slug}/mcp`,
          confirm: settings?.confirm ?? 'person',
          tools: settings?.tools ?? [],
          unknown: settings ? unknownTools(settings, workspace) : [],
          actions: [...grant.actions.values()].map(({ id, module, definition: { title, effects } }) => ({
            id,
            title,
            module,
            scope: effects.readOnly ? READ_SCOPE : ACT_SCOPE,
            destructive: effects.destructive,
            read_only: effects.readOnly,
          })),
          kinds: [...grant.kinds.values()].map(({ id, definition }) => ({ id, title: definition.title[0] })),
        },
      });
    },
  });
}
