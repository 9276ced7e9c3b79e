import { createOpaqueToken, type Transaction } from '@cubit/core';
import { integrationsIn } from '../tables/schema.js';
import type { IntegrationParts } from './integration-parts.js';

interface NewUrl {
  readonly workspaceId: string;
  readonly id: string;
  readonly connector: string;
}

/** A new URL of an integration. Only a hash of its token is kept, so it can be told this once. */
export async function makeUrl(
  { host }: Pick<IntegrationParts, 'host'>,
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
