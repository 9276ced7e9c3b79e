import { defineRoute } from '@cubit/database';
import { type RouteDefinition, workspaceOf } from '@cubit/core/host';
import { integrationsIn } from '../tables/schema.js';
import { auditChange, type IntegrationRouteOptions } from './integration-route-options.js';
import { integrationBody, lockIntegration } from './integration-rows.js';
import {
  INTEGRATIONS_PATH,
  integrationParams,
  integrationSchema,
  integrationWithUrlSchema,
  TAG,
} from './integration-schemas.js';
import { makeUrl } from './make-url.js';
import { revokeUrl } from './revoke-url.js';

/** Routes that replace or revoke the URL of an integration. */
export function integrationControlRoutes(options: IntegrationRouteOptions): readonly RouteDefinition[] {
  const rotate = defineRoute({
    operationId: 'rotateIntegration',
    method: 'POST',
    path: `${INTEGRATIONS_PATH}/{id}/rotate`,
    summary: 'Replace the URL of an integration',
    description:
      'The new URL is returned only once. The previous URL then returns `410`. A revoked integration becomes active again. The secret does not change.',
    tag: TAG,
    access: 'admin',
    params: integrationParams,
    responses: { 200: { description: 'The integration with its new URL.', schema: integrationWithUrlSchema } },
    errors: ['not_found'],
    secrets: ['url'],
    async handler(request) {
      const key = { workspaceId: workspaceOf(request).id, id: request.params.id };
      const body = await request.transaction(async (tx) => {
        const db = integrationsIn(tx.db);
        const row = await lockIntegration(db, key);
        await revokeUrl(options, { tx, request, row, reason: 'rotated' });
        const url = await makeUrl(options, tx, { ...key, connector: row.connector });
        await db
          .updateTable('integration')
          .set({ revoked_at: null, updated_at: tx.now })
          .where('workspace_id', '=', key.workspaceId)
          .where('id', '=', key.id)
          .execute();
        await auditChange(tx, request, {
          action: 'integration.rotated',
          target: { integration_id: key.id, name: row.name },
        });
        return { ...integrationBody(options, { ...row, revoked_at: null, updated_at: tx.now }), url };
      });
      return { status: 200, body };
    },
  });

  const revoke = defineRoute({
    operationId: 'revokeIntegration',
    method: 'POST',
    path: `${INTEGRATIONS_PATH}/{id}/revoke`,
    summary: 'Revoke the URL of an integration',
    description: 'The URL returns `410` at once. Idempotent. `rotate` creates a new URL.',
    tag: TAG,
    access: 'admin',
    params: integrationParams,
    responses: { 200: { description: 'The updated integration.', schema: integrationSchema } },
    errors: ['not_found'],
    async handler(request) {
      const key = { workspaceId: workspaceOf(request).id, id: request.params.id };
      const body = await request.transaction(async (tx) => {
        const db = integrationsIn(tx.db);
        const row = await lockIntegration(db, key);
        if (row.revoked_at !== null) return integrationBody(options, row);
        await revokeUrl(options, { tx, request, row, reason: 'revoked' });
        await db
          .updateTable('integration')
          .set({ revoked_at: tx.now, updated_at: tx.now })
          .where('workspace_id', '=', key.workspaceId)
          .where('id', '=', key.id)
          .execute();
        await auditChange(tx, request, {
          action: 'integration.revoked',
          target: { integration_id: key.id, name: row.name },
        });
        return integrationBody(options, { ...row, revoked_at: tx.now, updated_at: tx.now });
      });
      return { status: 200, body };
    },
  });

  return [rotate, revoke];
}
