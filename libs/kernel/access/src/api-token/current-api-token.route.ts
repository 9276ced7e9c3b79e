import { notFound } from '@cubit/core';
import { defineRoute } from '@cubit/database';
import { callerOf, type RouteDefinition } from '@cubit/core/host';
import type { AccessParts } from '../access-parts.js';
import { ApiToken, instantOrNull } from './api-token-row.js';
import { Email } from '../credential/email-address.js';
import { Id, Name, strict } from '../user/field-schemas.js';
import { requireUnscoped } from '../credential/caller-limits.js';

const { id, name, scopes, workspace, expires_at } = ApiToken.properties;
const CurrentApiToken = strict({
  id,
  name,
  scopes,
  workspace,
  expires_at,
  user: strict({ id: Id, email: Email, name: Name }),
});

export function currentApiTokenRoute({ services }: AccessParts): RouteDefinition {
  return defineRoute({
    operationId: 'getCurrentApiToken',
    method: 'GET',
    path: '/api/v1/me/api-tokens/current',
    summary: 'Read the API token that the request carries',
    description:
      'The only account route that a scoped token may call. A client that got its token by signing a person in may not.',
    tag: 'API tokens',
    access: 'user',
    anyScope: true,
    responses: { 200: { description: 'The token.', schema: CurrentApiToken } },
    errors: ['not_found', 'scope_denied'],
    async handler(request) {
      const caller = callerOf(request);
      const { user, credential } = caller;
      if (credential.type !== 'api_token') throw notFound('Token');
      const token = await services.database.db
        .selectFrom('api_token')
        .leftJoin('workspace', 'workspace.id', 'api_token.workspace_id')
        .leftJoin('oauth_grant', 'oauth_grant.token_id', 'api_token.id')
        .select(['api_token.id', 'api_token.name', 'api_token.scopes', 'workspace.slug', 'api_token.expires_at'])
        .select('oauth_grant.client_id')
        .where('api_token.id', '=', credential.id)
        .executeTakeFirst();
      if (!token) throw notFound('Token');
      const { slug, expires_at: expiresAt, client_id: clientId, ...shown } = token;
      // The access token of a client is for one resource (RFC 8707).
      if (clientId !== null) requireUnscoped(caller);
      const owner = { id: user.id, email: user.email, name: user.name };
      return { status: 200, body: { ...shown, workspace: slug, expires_at: instantOrNull(expiresAt), user: owner } };
    },
  });
}
