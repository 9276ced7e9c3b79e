import {
  actorOf,
  callerOf,
  mergePatch,
  type RegisteredConnector,
  type RouteDefinition,
  type RouteRequest,
  workspaceOf,
  workspaceParams,
} from '@cubit/core/host';
import { defineRoute, type Transaction } from '@cubit/database';
import { listPage, type SecretBox } from '@cubit/access';
import type { CapabilityHost } from '@cubit/runtime';
import { listSchema, pageQuery, validationFailed } from '@cubit/core';
import { integrationsIn } from '../tables/schema.js';
import { requireConfig } from './checked-config.js';
import { auditChange, secretPlace, type IntegrationRouteOptions } from './integration-route-options.js';
import {
  countIntegrations,
  getIntegration,
  integrationBody,
  lockIntegration,
  selectIntegrations,
  type IntegrationRow,
} from './integration-rows.js';
import {
  changedIntegrationSchema,
  INTEGRATIONS_PATH,
  integrationParams,
  integrationPatch,
  integrationSchema,
  integrationWithUrlSchema,
  newIntegration,
  strict,
  TAG,
} from './integration-schemas.js';
import { resolveSecret, type ResolvedSecret } from './integration-secret.js';
import { makeUrl } from './make-url.js';
import { revokeUrl } from './revoke-url.js';

export function integrationRoutes(options: IntegrationRouteOptions): readonly RouteDefinition[] {
  return [listRoute(options), createRoute(options), getRoute(options), updateRoute(options), removeRoute(options)];
}

function listRoute(options: IntegrationRouteOptions): RouteDefinition {
  const { database } = options.host.services;
  return defineRoute({
    operationId: 'listIntegrations',
    method: 'GET',
    path: INTEGRATIONS_PATH,
    summary: 'List integrations',
    description: 'Oldest first. The response contains neither URLs nor secrets.',
    tag: TAG,
    access: 'admin',
    params: workspaceParams,
    query: strict(pageQuery),
    responses: { 200: { description: 'A page of integrations.', schema: listSchema(integrationSchema) } },
    errors: ['invalid_cursor'],
    async handler(request) {
      const { id } = workspaceOf(request);
      const page = await listPage<IntegrationRow>(request.query, {
        list: `integrations/${id}`,
        rows: (after, limit) =>
          selectIntegrations(integrationsIn(database.db), id)
            .$if(after !== null, (query) => query.where('id', '>', after))
            .orderBy('id')
            .limit(limit)
            .execute(),
        total: () => countIntegrations(options, id),
        idOf: (row) => row.id,
      });
      return { status: 200, body: { ...page, data: page.data.map((row) => integrationBody(options, row)) } };
    },
  });
}

function createRoute(options: IntegrationRouteOptions): RouteDefinition {
  const { host, secrets } = options;
  return defineRoute({
    operationId: 'createIntegration',
    method: 'POST',
    path: INTEGRATIONS_PATH,
    summary: 'Create an integration',
    description:
      'Returns the URL that the other system posts to. The URL is a secret. The URL and a generated signing secret are returned only once.',
    tag: TAG,
    access: 'admin',
    params: workspaceParams,
    body: { schema: newIntegration, example: { connector: 'github', name: 'Firmware repository' } },
    responses: { 201: { description: 'Created.', schema: integrationWithUrlSchema } },
    errors: ['validation_failed'],
    secrets: ['url', 'secret'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const { connector: connectorId, name, config = {}, secret: sent } = request.body;
      const connector = requireConnector(host, request, connectorId);
      const id = host.services.newId();
      const body = await request.transaction(async (tx) => {
        await checkConfig(host, request, { tx, connector, config });
        const secret = resolveSecret({ connector: connector.definition, config, sent, has: false });
        await integrationsIn(tx.db)
          .insertInto('integration')
          .values({
            workspace_id: workspace.id,
            id,
            connector: connectorId,
            name,
            config: JSON.stringify(config),
            secret: sealSecret(secrets, secret, { workspaceId: workspace.id, id }),
            created_by: callerOf(request).user.id,
            created_at: tx.now,
            updated_at: tx.now,
            revoked_at: null,
            last_hit_at: null,
          })
          .execute();
        const url = await makeUrl(options, tx, { workspaceId: workspace.id, id, connector: connectorId });
        await auditChange(tx, request, {
          action: 'integration.created',
          target: { integration_id: id, name, connector: connectorId },
        });
        return { ...(await readBody(options, tx, { workspaceId: workspace.id, id })), url, ...generatedSecret(secret) };
      });
      return { status: 201, headers: { location: `/api/v1/orgs/${workspace.slug}/integrations/${id}` }, body };
    },
  });
}

function getRoute(options: IntegrationRouteOptions): RouteDefinition {
  const { database } = options.host.services;
  return defineRoute({
    operationId: 'getIntegration',
    method: 'GET',
    path: `${INTEGRATIONS_PATH}/{id}`,
    summary: 'Get an integration',
    tag: TAG,
    access: 'admin',
    params: integrationParams,
    responses: { 200: { description: 'The integration.', schema: integrationSchema } },
    errors: ['not_found'],
    async handler(request) {
      const key = { workspaceId: workspaceOf(request).id, id: request.params.id };
      return { status: 200, body: integrationBody(options, await getIntegration(integrationsIn(database.db), key)) };
    },
  });
}

function updateRoute(options: IntegrationRouteOptions): RouteDefinition {
  const { host, secrets } = options;
  return defineRoute({
    operationId: 'updateIntegration',
    method: 'PATCH',
    path: `${INTEGRATIONS_PATH}/{id}`,
    summary: 'Change an integration',
    description:
      'JSON merge patch. The URL stays the same. If the new configuration needs a secret and there is none, one is generated.',
    tag: TAG,
    access: 'admin',
    params: integrationParams,
    body: {
      schema: integrationPatch,
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      example: { name: 'Firmware repository' },
    },
    responses: { 200: { description: 'The updated integration.', schema: changedIntegrationSchema } },
    errors: ['not_found', 'validation_failed'],
    secrets: ['secret'],
    async handler(request) {
      const { id } = request.params;
      const key = { workspaceId: workspaceOf(request).id, id };
      const patch = request.body;
      const body = await request.transaction(async (tx) => {
        const before = await lockIntegration(integrationsIn(tx.db), key);
        const connector = requireConnector(host, request, before.connector);
        const config = mergePatch(before.config, patch.config ?? {}) as Readonly<Record<string, unknown>>;
        await checkConfig(host, request, { tx, connector, config });
        const has = before.secret !== null;
        const secret = resolveSecret({ connector: connector.definition, config, sent: patch.secret, has });
        await integrationsIn(tx.db)
          .updateTable('integration')
          .set({
            name: patch.name ?? before.name,
            config: JSON.stringify(config),
            updated_at: tx.now,
            ...(secret === undefined ? {} : { secret: sealSecret(secrets, secret, key) }),
          })
          .where('workspace_id', '=', key.workspaceId)
          .where('id', '=', id)
          .execute();
        await auditChange(tx, request, {
          action: 'integration.updated',
          target: { integration_id: id, changed: Object.keys(patch) },
        });
        return { ...(await readBody(options, tx, key)), ...generatedSecret(secret) };
      });
      return { status: 200, body };
    },
  });
}

function removeRoute(options: IntegrationRouteOptions): RouteDefinition {
  return defineRoute({
    operationId: 'deleteIntegration',
    method: 'DELETE',
    path: `${INTEGRATIONS_PATH}/{id}`,
    summary: 'Delete an integration',
    description: 'Deletes its hits too. Its URL then returns `410`.',
    tag: TAG,
    access: 'admin',
    params: integrationParams,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['not_found'],
    async handler(request) {
      const { id } = request.params;
      const workspaceId = workspaceOf(request).id;
      await request.transaction(async (tx) => {
        const db = integrationsIn(tx.db);
        const row = await lockIntegration(db, { workspaceId, id });
        await revokeUrl(options, { tx, request, row, reason: 'deleted' });
        for (const table of ['integration_hit', 'integration_delivery'] as const)
          await db.deleteFrom(table).where('workspace_id', '=', workspaceId).where('integration_id', '=', id).execute();
        await db.deleteFrom('integration').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
        await auditChange(tx, request, {
          action: 'integration.deleted',
          target: { integration_id: id, name: row.name },
        });
      });
      return { status: 204 };
    },
  });
}

/** The connector of an enabled module. Throws `422` otherwise. */
function requireConnector(
  { services }: CapabilityHost,
  request: Pick<RouteRequest, 'workspace'>,
  id: string,
): RegisteredConnector {
  const connector = services.registry.connectors.get(id);
  if (connector && workspaceOf(request).schema.modules.has(connector.module)) return connector;
  const message = connector
    ? `'${id}' belongs to module '${connector.module}', which is not enabled.`
    : `There is no connector '${id}'.`;
  throw validationFailed([{ path: '/connector', code: 'unknown_connector', message }]);
}

interface ConfigCheck {
  readonly tx: Transaction;
  readonly connector: RegisteredConnector;
  readonly config: IntegrationRow['config'];
}

async function checkConfig(
  host: CapabilityHost,
  request: Pick<RouteRequest, 'workspace' | 'caller'>,
  { tx, connector, config }: ConfigCheck,
): Promise<void> {
  const workspace = workspaceOf(request);
  const { records } = host
    .enter({ tx, workspace, actor: actorOf(callerOf(request)) })
    .contextOf(connector.module, null);
  await requireConfig(connector.definition, config, { records, kinds: workspace.schema.kinds });
}

interface IntegrationKey {
  readonly workspaceId: string;
  readonly id: string;
}

function sealSecret(
  box: SecretBox,
  secret: ResolvedSecret | undefined,
  { workspaceId, id }: IntegrationKey,
): Buffer | null {
  return typeof secret?.text === 'string' ? box.seal(secret.text, secretPlace(workspaceId, id)) : null;
}

async function readBody(options: IntegrationRouteOptions, tx: Transaction, key: IntegrationKey) {
  return integrationBody(options, await getIntegration(integrationsIn(tx.db), key));
}

/** A generated secret, which is returned only once. */
function generatedSecret(secret: ResolvedSecret | undefined): { readonly secret?: string } {
  return secret?.made === true && secret.text !== null ? { secret: secret.text } : {};
}
