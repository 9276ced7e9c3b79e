import { defineRoute, workspaceOf, type RouteDefinition } from '@cubit/core';
import { integrationsIn } from '../tables/schema.js';
import { note, type IntegrationParts } from './integration-parts.js';
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

/** Another URL, and none. */
export function integrationControlRoutes(parts: IntegrationParts): readonly RouteDefinition[] {
  const rotate = defineRoute({
    operationId: 'rotateIntegration',
    method: 'POST',
    path: `${INTEGRATIONS_PATH}/{id}/rotate`,
    summary: 'Give an integration another URL',
    description:
      'The URL is shown this once. The one before answers `410` from now on; a revoked integration works again. The secret stays.',
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
        await revokeUrl(parts, { tx, request, row, reason: 'rotated' });
        const url = await makeUrl(parts, tx, { ...key, connector: row.connector });
        await db
          .updateTable('integration')
          .set({ revoked_at: null, updated_at: tx.now })
          .where('workspace_id', '=', key.workspaceId)
          .where('id', '=', key.id)
          .execute();
        await note(tx, request, { action: 'integration.rotated', target: { integration_id: key.id, name: row.name } });
        return { ...integrationBody(parts, { ...row, revoked_at: null, updated_at: tx.now }), url };
      });
      return { status: 200, body };
    },
  });

  const revoke = defineRoute({
    operationId: 'revokeIntegration',
    method: 'POST',
    path: `${INTEGRATIONS_PATH}/{id}/revoke`,
    summary: 'Revoke the URL of an integration',
    description:
      'The very next request to it is answered `410`. Repeating it changes nothing; `rotate` gives a new URL.',
    tag: TAG,
    access: 'admin',
    params: integrationParams,
    responses: { 200: { description: 'The integration as it is now.', schema: integrationSchema } },
    errors: ['not_found'],
    async handler(request) {
      const key = { workspaceId: workspaceOf(request).id, id: request.params.id };
      const body = await request.transaction(async (tx) => {
        const db = integrationsIn(tx.db);
        const row = await lockIntegration(db, key);
        if (row.revoked_at !== null) return integrationBody(parts, row);
        await revokeUrl(parts, { tx, request, row, reason: 'revoked' });
        await db
          .updateTable('integration')
          .set({ revoked_at: tx.now, updated_at: tx.now })
          .where('workspace_id', '=', key.workspaceId)
          .where('id', '=', key.id)
          .execute();
        await note(tx, request, { action: 'integration.revoked', target: { integration_id: key.id, name: row.name } });
        return integrationBody(parts, { ...row, revoked_at: tx.now, updated_at: tx.now });
      });
      return { status: 200, body };
    },
  });

  return [rotate, revoke];
}
