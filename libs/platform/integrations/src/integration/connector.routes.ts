import {
  defineRoute,
  listSchema,
  workspaceOf,
  workspaceParams,
  type RegisteredConnector,
  type RouteDefinition,
} from '@cubit/core';
import type { IntegrationParts } from './integration-parts.js';
import { connectorSchema, TAG } from './integration-schemas.js';

export function connectorRoute({ host }: Pick<IntegrationParts, 'host'>): RouteDefinition {
  return defineRoute({
    operationId: 'listConnectors',
    method: 'GET',
    path: '/api/v1/orgs/{workspace}/connectors',
    summary: 'List connectors',
    description: 'What integrations can be made of: the connectors of the enabled modules.',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    responses: { 200: { description: 'All connectors.', schema: listSchema(connectorSchema) } },
    handler(request) {
      const { modules } = workspaceOf(request).schema;
      const connectors = [...host.services.registry.connectors.values()].filter(({ module }) => modules.has(module));
      return Promise.resolve({ status: 200, body: { data: connectors.map(connectorRow), next_cursor: null } });
    },
  });
}

function connectorRow({ id, module, definition }: RegisteredConnector) {
  const { title, description, config, secret = 'required', events } = definition;
  return {
    id,
    module,
    title,
    description,
    config_schema: config,
    secret: typeof secret === 'function' ? 'by_config' : secret,
    events: events.map(({ name }) => name),
  };
}
