import { Type } from 'typebox';
import { hashToken } from '@cubit/access';
import type { RouteDefinition } from '@cubit/core/host';
import { defineRoute, type Transaction } from '@cubit/database';
import { REVOKE_PATH, TOKEN_PATH } from '../addresses.js';
import type { OauthContext } from '../oauth-context.js';
import { strict, TAG } from '../oauth-schemas.js';
import { exchangeCode, type Outcome } from './exchange-code.js';
import { revokeGrant } from './grant.js';
import { answerForm, FORM, OauthError, OauthErrorBody, required } from './oauth-form.js';
import { refreshGrant } from './refresh.js';

const Text = Type.String();

const TokenForm = strict({
  grant_type: Type.String({ enum: ['authorization_code', 'refresh_token'] }),
  client_id: Text,
  code: Type.Optional(Text),
  redirect_uri: Type.Optional(Text),
  code_verifier: Type.Optional(Text),
  refresh_token: Type.Optional(Text),
  resource: Type.Optional(Text),
  scope: Type.Optional(Text),
});

const TokenAnswer = strict({
  access_token: Type.String({ description: 'Works at the MCP address of the workspace only.' }),
  token_type: Type.String({ examples: ['Bearer'] }),
  expires_in: Type.Integer({ description: 'Seconds.', examples: [3_600] }),
  refresh_token: Type.String({ description: 'Can be used once.' }),
  scope: Type.String({ examples: ['agents:read'] }),
});

export function tokenRoutes(context: OauthContext): readonly RouteDefinition[] {
  return [tokenRoute(context), revokeRoute(context)];
}

function tokenRoute(context: OauthContext): RouteDefinition {
  const { database } = context.services;
  return defineRoute({
    operationId: 'createOauthToken',
    method: 'POST',
    path: TOKEN_PATH,
    summary: 'Exchange a code or a refresh token for an access token (RFC 6749)',
    description:
      'For public clients, with PKCE. Each exchange of a refresh token gives a new one and makes both tokens before it invalid; using a code or a refresh token twice ends the access of the client. Faults have the form of RFC 6749.',
    tag: TAG,
    access: 'anonymous',
    body: { ...FORM, schema: TokenForm },
    responses: {
      200: { description: 'The tokens.', schema: TokenAnswer },
      400: { description: 'Refused.', schema: OauthErrorBody },
    },
    secrets: ['access_token', 'refresh_token'],
    handler: ({ body, address }) =>
      answerForm(body, async (form) => {
        const exchange = EXCHANGES.get(required(form, 'grant_type'));
        if (!exchange) throw new OauthError('unsupported_grant_type', 'Use authorization_code or refresh_token.');
        // A transaction of its own: what a refusal ends must stay ended.
        const outcome = await database.transaction((tx) => exchange(context, tx, { form, address }));
        if ('refused' in outcome) throw outcome.refused;
        return { status: 200, body: outcome.answer };
      }),
  });
}

type Exchange = (
  context: OauthContext,
  tx: Transaction,
  request: { readonly form: ReadonlyMap<string, string>; readonly address: string },
) => Promise<Outcome>;

const EXCHANGES: ReadonlyMap<string, Exchange> = new Map([
  ['authorization_code', exchangeCode],
  ['refresh_token', refreshGrant],
]);

function revokeRoute({ services }: OauthContext): RouteDefinition {
  return defineRoute({
    operationId: 'revokeOauthToken',
    method: 'POST',
    path: REVOKE_PATH,
    summary: 'End the access of a client (RFC 7009)',
    description:
      'With its access token or its refresh token. Effective from the next request. The answer is the same for an unknown token.',
    tag: TAG,
    access: 'anonymous',
    body: {
      ...FORM,
      schema: strict({ token: Text, token_type_hint: Type.Optional(Text), client_id: Text }),
    },
    responses: {
      200: { description: 'The token is not valid (any more).' },
      400: { description: 'Refused.', schema: OauthErrorBody },
    },
    handler: ({ body, address }) =>
      answerForm(body, async (form) => {
        const hash = hashToken(required(form, 'token'));
        const clientId = required(form, 'client_id');
        await services.database.transaction(async (tx) => {
          const grant = await findByToken(tx, hash, clientId);
          if (grant) await revokeGrant(tx, grant, { at: services.now(), address, action: 'token.revoked' });
        });
        return { status: 200 };
      }),
  });
}

async function findByToken(tx: Transaction, hash: Buffer, clientId: string) {
  const row = await tx.db
    .selectFrom('api_token')
    .innerJoin('oauth_grant', 'oauth_grant.token_id', 'api_token.id')
    .select(['api_token.id', 'api_token.user_id', 'api_token.workspace_id', 'api_token.scopes'])
    .where('oauth_grant.client_id', '=', clientId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('api_token.token_hash', '=', hash),
        exists(
          selectFrom('oauth_refresh_token as refresh')
            .select('refresh.token_id')
            .whereRef('refresh.token_id', '=', 'api_token.id')
            .where('refresh.token_hash', '=', hash),
        ),
      ]),
    )
    .executeTakeFirst();
  if (!row || row.workspace_id === null) return null;
  const { id: tokenId, user_id: userId, workspace_id: workspaceId, scopes } = row;
  return { tokenId, userId, workspaceId, clientId, scopes };
}
