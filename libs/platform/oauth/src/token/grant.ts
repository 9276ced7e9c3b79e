import { apiTokenPrefix, audit, createApiToken, createOpaqueToken, hashToken } from '@cubit/access';
import type { Actor } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';

/** Access tokens expire after an hour; refresh tokens 30 days after the last one was given out. */
const ACCESS_S = 60 * 60;
const REFRESH_MS = 30 * 24 * 60 * 60_000;

/** The answer of the token endpoint (RFC 6749, 5.1). */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/** A client's access: the API token that carries it, whose id never changes. */
export interface Grant {
  readonly tokenId: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

export interface NewGrant extends Grant {
  /** Shown in the person's list of tokens. */
  readonly name: string;
}

export async function createGrant(tx: Transaction, grant: NewGrant, at: Date): Promise<TokenAnswer> {
  const { access, refresh, answer } = newTokens(grant, at);
  const { tokenId, userId, workspaceId, clientId, name, scopes } = grant;
  await tx.db
    .insertInto('api_token')
    .values({
      id: tokenId,
      user_id: userId,
      workspace_id: workspaceId,
      name,
      scopes: [...scopes],
      created_at: at,
      last_used_at: null,
      revoked_at: null,
      ...access,
    })
    .execute();
  await tx.db
    .insertInto('oauth_grant')
    .values({ token_id: tokenId, client_id: clientId, expires_at: refresh.expires_at })
    .execute();
  await tx.db.insertInto('oauth_refresh_token').values(refresh).execute();
  return answer;
}

/** Replaces both tokens. The access token before is invalid from the next request on. */
export async function renewGrant(tx: Transaction, grant: Grant, at: Date): Promise<TokenAnswer> {
  const { access, refresh, answer } = newTokens(grant, at);
  const { tokenId } = grant;
  await tx.db.updateTable('api_token').set(access).where('id', '=', tokenId).execute();
  await tx.db
    .updateTable('oauth_grant')
    .set({ expires_at: refresh.expires_at })
    .where('token_id', '=', tokenId)
    .execute();
  await tx.db.insertInto('oauth_refresh_token').values(refresh).execute();
  return answer;
}

interface RevokeOptions {
  readonly at: Date;
  readonly address: string;
  /** Why: the action of the audit log. */
  readonly action: 'token.revoked' | 'oauth.code_reused' | 'oauth.refresh_token_reused';
}

/** Ends a client's access, and records why. Once: repeated calls change nothing. */
export async function revokeGrant(
  tx: Transaction,
  { tokenId, userId, workspaceId, clientId }: Grant,
  { at, address, action }: RevokeOptions,
): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('api_token')
    .set({ revoked_at: at })
    .where('id', '=', tokenId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const target = { id: tokenId, client_id: clientId };
  await audit(tx, { workspaceId, actor: actorOfGrant(userId, tokenId), action, target, address });
}

export function actorOfGrant(userId: string, tokenId: string): Actor {
  return { type: 'user', id: userId, via: { type: 'api_token', id: tokenId } };
}

function newTokens({ tokenId, scopes }: Grant, at: Date) {
  const token = createApiToken();
  const { token: refreshToken, hash } = createOpaqueToken();
  const access = {
    token_hash: hashToken(token),
    token_prefix: apiTokenPrefix(token),
    expires_at: new Date(at.getTime() + ACCESS_S * 1_000),
  };
  const expiresAt = new Date(at.getTime() + REFRESH_MS);
  const refresh = { token_hash: hash, token_id: tokenId, created_at: at, expires_at: expiresAt, spent_at: null };
  const answer: TokenAnswer = {
    access_token: token,
    token_type: 'Bearer',
    expires_in: ACCESS_S,
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  };
  return { access, refresh, answer };
}
