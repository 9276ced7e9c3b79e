import {
  actorOf,
  callerOf,
  defineRoute,
  listPage,
  listSchema,
  mergePatch,
  pageQuery,
  validationFailed,
  workspaceOf,
  workspaceParams,
  type RegisteredConnector,
  type RouteDefinition,
  type RouteRequest,
  type Transaction,
} from '@cubit/core';
import { integrationsIn } from '../tables/schema.js';
import { requireConfig } from './checked-config.js';
import { note, secretPlace, type IntegrationParts } from './integration-parts.js';
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
import { chooseSecret, type ChosenSecret } from './integration-secret.js';
import { makeUrl } from './make-url.js';
import { revokeUrl } from './revoke-url.js';

export function integrationRoutes(parts: IntegrationParts): readonly RouteDefinition[] {
  const { host, secrets } = parts;
  const { database, registry } = host.services;

  const list = defineRoute({
    operationId: 'listIntegrations',
    method: 'GET',
    path: INTEGRATIONS_PATH,
    summary: 'List integrations',
    description: 'The oldest first. Neither URLs nor secrets are among what is told.',
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
        total: () => countIntegrations(parts, id),
        idOf: (row) => row.id,
      });
      return { status: 200, body: { ...page, data: page.data.map((row) => integrationBody(parts, row)) } };
    },
  });

  const create = defineRoute({
    operationId: 'createIntegration',
    method: 'POST',
    path: INTEGRATIONS_PATH,
    summary: 'Create an integration',
    description:
      'Gives the URL that another system posts to. The URL is a secret and shown this once, and so is a secret for signing that is made here.',
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
      const connector = connectorOf(request, connectorId);
      const id = host.services.newId();
      const body = await request.transaction(async (tx) => {
        await checkConfig(tx, request, { connector, config });
        const secret = chooseSecret({ connector: connector.definition, config, sent, has: false });
        await integrationsIn(tx.db)
          .insertInto('integration')
          .values({
            workspace_id: workspace.id,
            id,
            connector: connectorId,
            name,
            config: JSON.stringify(config),
            secret: sealed(secret, { workspaceId: workspace.id, id }),
            created_by: callerOf(request).user.id,
            created_at: tx.now,
            updated_at: tx.now,
            revoked_at: null,
            last_hit_at: null,
          })
          .execute();
        const url = await makeUrl(parts, tx, { workspaceId: workspace.id, id, connector: connectorId });
        await note(tx, request, {
          action: 'integration.created',
          target: { integration_id: id, name, connector: connectorId },
        });
        return { ...(await shown(tx, request, id)), url, ...once(secret) };
      });
      return { status: 201, headers: { location: `/api/v1/orgs/${workspace.slug}/integrations/${id}` }, body };
    },
  });

  const get = defineRoute({
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
      return { status: 200, body: integrationBody(parts, await getIntegration(integrationsIn(database.db), key)) };
    },
  });

  const update = defineRoute({
    operationId: 'updateIntegration',
    method: 'PATCH',
    path: `${INTEGRATIONS_PATH}/{id}`,
    summary: 'Change an integration',
    description:
      'JSON merge patch. The URL stays. Where the new configuration needs a secret and there is none, one is made.',
    tag: TAG,
    access: 'admin',
    params: integrationParams,
    body: {
      schema: integrationPatch,
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      example: { name: 'Firmware repository' },
    },
    responses: { 200: { description: 'The integration as it is now.', schema: changedIntegrationSchema } },
    errors: ['not_found', 'validation_failed'],
    secrets: ['secret'],
    async handler(request) {
      const { id } = request.params;
      const key = { workspaceId: workspaceOf(request).id, id };
      const patch = request.body;
      const body = await request.transaction(async (tx) => {
        const before = await lockIntegration(integrationsIn(tx.db), key);
        const connector = connectorOf(request, before.connector);
        const config = mergePatch(before.config, patch.config ?? {}) as Readonly<Record<string, unknown>>;
        await checkConfig(tx, request, { connector, config });
        const has = before.secret !== null;
        const secret = chooseSecret({ connector: connector.definition, config, sent: patch.secret, has });
        await integrationsIn(tx.db)
          .updateTable('integration')
          .set({
            name: patch.name ?? before.name,
            config: JSON.stringify(config),
            updated_at: tx.now,
            ...(secret === undefined ? {} : { secret: sealed(secret, key) }),
          })
          .where('workspace_id', '=', key.workspaceId)
          .where('id', '=', id)
          .execute();
        await note(tx, request, {
          action: 'integration.updated',
          target: { integration_id: id, changed: Object.keys(patch) },
        });
        return { ...(await shown(tx, request, id)), ...once(secret) };
      });
      return { status: 200, body };
    },
  });

  const remove = defineRoute({
    operationId: 'deleteIntegration',
    method: 'DELETE',
    path: `${INTEGRATIONS_PATH}/{id}`,
    summary: 'Delete an integration',
    description: 'Its hits go with it; its URL answers `410` from now on.',
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
        await revokeUrl(parts, { tx, request, row, reason: 'deleted' });
        for (const table of ['integration_hit', 'integration_delivery'] as const)
          await db.deleteFrom(table).where('workspace_id', '=', workspaceId).where('integration_id', '=', id).execute();
        await db.deleteFrom('integration').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
        await note(tx, request, { action: 'integration.deleted', target: { integration_id: id, name: row.name } });
      });
      return { status: 204 };
    },
  });

  function connectorOf(request: Pick<RouteRequest, 'workspace'>, id: string): RegisteredConnector {
    const connector = registry.connectors.get(id);
    if (connector && workspaceOf(request).schema.modules.has(connector.module)) return connector;
    const message = connector
      ? `'${id}' belongs to module '${connector.module}', which is not enabled.`
      : `There is no connector '${id}'.`;
    throw validationFailed([{ path: '/connector', code: 'unknown_connector', message }]);
  }

  async function checkConfig(
    tx: Transaction,
    request: Pick<RouteRequest, 'workspace' | 'caller'>,
    { connector, config }: { readonly connector: RegisteredConnector; readonly config: IntegrationRow['config'] },
  ): Promise<void> {
    const workspace = workspaceOf(request);
    const { records } = host
      .enter({ tx, workspace, actor: actorOf(callerOf(request)) })
      .contextOf(connector.module, null);
    await requireConfig(connector.definition, config, { records, kinds: workspace.schema.kinds });
  }

  function sealed(
    secret: ChosenSecret | undefined,
    { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
  ): Buffer | null {
    return typeof secret?.text === 'string' ? secrets.seal(secret.text, secretPlace(workspaceId, id)) : null;
  }

  async function shown(tx: Transaction, request: Pick<RouteRequest, 'workspace'>, id: string) {
    const key = { workspaceId: workspaceOf(request).id, id };
    return integrationBody(parts, await getIntegration(integrationsIn(tx.db), key));
  }

  return [list, create, get, update, remove];
}

/** A secret that the client did not bring is told this once. */
function once(secret: ChosenSecret | undefined): { readonly secret?: string } {
  return secret?.made === true && secret.text !== null ? { secret: secret.text } : {};
}
