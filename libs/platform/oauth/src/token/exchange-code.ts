import { createHash, timingSafeEqual } from 'node:crypto';
import { audit, hashToken } from '@cubit/access';
import type { Transaction } from '@cubit/database';
import { slugOfResource } from '../addresses.js';
import type { OauthContext } from '../oauth-context.js';
import { actorOfGrant, createGrant, revokeGrant, type TokenAnswer } from './grant.js';
import { OauthError, required } from './oauth-form.js';

type Form = ReadonlyMap<string, string>;

/** `refused` commits what the refusal changes, such as the end of a grant whose code is used again. */
export type Outcome = { readonly answer: TokenAnswer } | { readonly refused: OauthError };

export interface TokenRequest {
  readonly form: Form;
  readonly address: string;
}

/** RFC 7636, 4.1. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** Exchanges a code (RFC 6749, 4.1.3) that its client proves to have asked for (RFC 7636, 4.6). */
export async function exchangeCode(
  context: OauthContext,
  tx: Transaction,
  { form, address }: TokenRequest,
): Promise<Outcome> {
  const { services } = context;
  const code = required(form, 'code');
  const clientId = required(form, 'client_id');
  const redirectUri = required(form, 'redirect_uri');
  const verifier = required(form, 'code_verifier');
  const at = services.now();
  const row = await findRequest(tx, code);
  if (!row || row.client_id !== clientId || row.redirect_uri !== redirectUri) return refusedCode();
  if (!isVerifierOf(verifier, row.code_challenge)) return refusedCode();
  if (row.token_id !== null) {
    // Somebody else has the code too, so neither may go on (RFC 6749, 4.1.2).
    const grant = grantOf(row, row.token_id);
    await revokeGrant(tx, grant, { at, address, action: 'oauth.code_reused' });
    return refusedCode();
  }
  if (row.expires_at <= at) return refusedCode();
  requireResource(context, form, row.slug);
  const tokenId = services.newId();
  const grant = grantOf(row, tokenId);
  const answer = await createGrant(tx, { ...grant, name: row.client_name }, at);
  await tx.db.updateTable('oauth_authorization').set({ token_id: tokenId }).where('id', '=', row.id).execute();
  const target = { id: tokenId, name: row.client_name, scopes: row.scopes, client_id: clientId };
  const actor = actorOfGrant(row.user_id, tokenId);
  await audit(tx, { workspaceId: row.workspace_id, actor, action: 'token.created', target, address });
  return { answer };
}

/** The request of a code, while its person is a member of the workspace. Locked, so that of several uses one is the first. */
function findRequest(tx: Transaction, code: string) {
  return tx.db
    .selectFrom('oauth_authorization as request')
    .innerJoin('workspace', 'workspace.id', 'request.workspace_id')
    .innerJoin('member', (join) =>
      join.onRef('member.workspace_id', '=', 'workspace.id').onRef('member.user_id', '=', 'request.user_id'),
    )
    .selectAll('request')
    .select('workspace.slug')
    .where('request.code_hash', '=', hashToken(code))
    .where('workspace.deleted_at', 'is', null)
    .forUpdate('request')
    .executeTakeFirst();
}

type RequestRow = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

function grantOf(row: RequestRow, tokenId: string) {
  const { user_id: userId, workspace_id: workspaceId, client_id: clientId, scopes } = row;
  return { tokenId, userId, workspaceId, clientId, scopes };
}

function isVerifierOf(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  const computed = createHash('sha256').update(verifier).digest();
  const expected = Buffer.from(challenge, 'base64url');
  return computed.length === expected.length && timingSafeEqual(computed, expected);
}

/** The resource of a token request is that of the code or the refresh token (RFC 8707, 2.2). Absent: the same. */
export function requireResource({ services }: OauthContext, form: Form, slug: string): void {
  const resource = form.get('resource');
  if (resource !== undefined && slugOfResource(services.settings, resource) !== slug)
    throw new OauthError('invalid_target', 'The access was given for another resource.');
}

/** The same answer for every reason, so that a guess learns nothing. */
function refusedCode(): Outcome {
  return { refused: new OauthError('invalid_grant', 'The code is not valid, has expired, or is not of this client.') };
}
