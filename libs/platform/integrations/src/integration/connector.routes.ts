import { listSchema } from '@cubit/core';
import { defineRoute } from '@cubit/database';
import {
  completePage,
  completeQuery,
  type RegisteredConnector,
  type RouteDefinition,
  workspaceOf,
  workspaceParams,
} from '@cubit/core/host';
import { inboundReceived } from '../module/events.js';
import { Type } from 'typebox';
import type { IntegrationRouteOptions } from './integration-route-options.js';
import { connectorSchema, TAG } from './integration-schemas.js';

export function connectorRoute({ host }: Pick<IntegrationRouteOptions, 'host'>): RouteDefinition {
  return defineRoute({
    operationId: 'listConnectors',
    method: 'GET',
    path: '/api/v1/orgs/{workspace}/connectors',
    summary: 'List connectors',
    description: 'The connectors of the enabled modules. An integration uses one of them.',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    query: Type.Object(completeQuery),
    responses: { 200: { description: 'All connectors.', schema: listSchema(connectorSchema) } },
    errors: ['invalid_cursor'],
    handler(request) {
      const { modules } = workspaceOf(request).schema;
      const body = completePage(request.query, {
        list: 'connectors',
        items: host.services.registry.connectors.values(),
        idOf: ({ id }) => id,
        rowOf: (connector) => (modules.has(connector.module) ? connectorRow(connector) : null),
      });
      return Promise.resolve({ status: 200, body });
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
    events: [inboundReceived.name, ...events.map(({ name }) => name)],
  };
}
