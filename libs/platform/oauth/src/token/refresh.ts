import { hashToken } from '@cubit/access';
import type { Transaction } from '@cubit/database';
import type { OauthContext } from '../oauth-context.js';
import { type Outcome, requireResource, type TokenRequest } from './exchange-code.js';
import { renewGrant, revokeGrant } from './grant.js';
import { OauthError, required } from './oauth-form.js';

/**
 * Renews the tokens of a grant (RFC 6749, 6). A refresh token is used once (RFC 9700, 4.14.2): a second use ends the grant, because somebody
 * else has a copy.
 */
export async function refreshGrant(
  context: OauthContext,
  tx: Transaction,
  { form, address }: TokenRequest,
): Promise<Outcome> {
  const refreshToken = required(form, 'refresh_token');
  const clientId = required(form, 'client_id');
  const at = context.services.now();
  const hash = hashToken(refreshToken);
  const row = await findGrant(tx, hash);
  if (!row || row.client_id !== clientId || row.revoked_at || row.workspace_id === null) return refused();
  const grant = {
    tokenId: row.id,
    userId: row.user_id,
    workspaceId: row.workspace_id,
    clientId,
    scopes: row.scopes,
  };
  if (row.spent_at) {
    await revokeGrant(tx, grant, { at, address, action: 'oauth.refresh_token_reused' });
    return refused();
  }
  if (row.expires_at <= at) return refused();
  requireResource(context, form, row.slug);
  const extra = (form.get('scope') ?? '').split(' ').some((scope) => scope !== '' && !row.scopes.includes(scope));
  if (extra) throw new OauthError('invalid_scope', 'The scopes exceed those that the person gave.');
  await tx.db.updateTable('oauth_refresh_token').set({ spent_at: at }).where('token_hash', '=', hash).execute();
  return { answer: await renewGrant(tx, grant, at) };
}

/** The grant of a refresh token, while its person is a member of the workspace. Locked, so that of several uses one is the first. */
function findGrant(tx: Transaction, hash: Buffer) {
  return tx.db
    .selectFrom('oauth_refresh_token as refresh')
    .innerJoin('oauth_grant', 'oauth_grant.token_id', 'refresh.token_id')
    .innerJoin('api_token', 'api_token.id', 'refresh.token_id')
    .innerJoin('workspace', 'workspace.id', 'api_token.workspace_id')
    .innerJoin('member', (join) =>
      join.onRef('member.workspace_id', '=', 'workspace.id').onRef('member.user_id', '=', 'api_token.user_id'),
    )
    .select(['api_token.id', 'api_token.user_id', 'api_token.workspace_id', 'api_token.scopes', 'api_token.revoked_at'])
    .select(['oauth_grant.client_id', 'workspace.slug', 'refresh.spent_at', 'refresh.expires_at'])
    .where('refresh.token_hash', '=', hash)
    .where('workspace.deleted_at', 'is', null)
    .forUpdate(['refresh', 'api_token'])
    .executeTakeFirst();
}

function refused(): Outcome {
  const description = 'The refresh token is not valid, has expired, or is not of this client.';
  return { refused: new OauthError('invalid_grant', description) };
}
