import { createOpaqueToken } from '@cubit/access';
import type { Transaction } from '@cubit/database';
import { integrationsIn } from '../tables/schema.js';
import type { IntegrationRouteOptions } from './integration-route-options.js';

interface NewUrl {
  readonly workspaceId: string;
  readonly id: string;
  readonly connector: string;
}

/** Creates a URL of an integration. Only a hash of its token is stored, so the URL can be returned only once. */
export async function makeUrl(
  { host }: Pick<IntegrationRouteOptions, 'host'>,
  tx: Transaction,
  { workspaceId, id, connector }: NewUrl,
): Promise<string> {
  const { token, hash } = createOpaqueToken();
  await integrationsIn(tx.db)
    .insertInto('integration_token')
    .values({
      token_hash: hash,
      workspace_id: workspaceId,
      integration_id: id,
      created_at: tx.now,
      revoked_at: null,
    })
    .execute();
  return `${host.services.settings.publicUrl}/api/v1/integrations/${connector}/${token}/webhook`;
}
