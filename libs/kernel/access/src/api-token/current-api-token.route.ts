import { notFound } from '@cubit/core';
import { defineRoute } from '@cubit/database';
import { callerOf, type RouteDefinition } from '@cubit/core/host';
import type { AccessParts } from '../access-parts.js';
import { ApiToken, instantOrNull } from './api-token-row.js';
import { Email } from '../credential/email-address.js';
import { Id, Name, strict } from '../user/field-schemas.js';

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
    description: 'The only account route that a scoped token may call.',
    tag: 'API tokens',
    access: 'user',
    anyScope: true,
    responses: { 200: { description: 'The token.', schema: CurrentApiToken } },
    errors: ['not_found'],
    async handler(request) {
      const { user, credential } = callerOf(request);
      if (credential.type !== 'api_token') throw notFound('Token');
      const token = await services.database.db
        .selectFrom('api_token')
        .leftJoin('workspace', 'workspace.id', 'api_token.workspace_id')
        .select(['api_token.id', 'api_token.name', 'api_token.scopes', 'workspace.slug', 'api_token.expires_at'])
        .where('api_token.id', '=', credential.id)
        .executeTakeFirst();
      if (!token) throw notFound('Token');
      const { slug, expires_at: expiresAt, ...shown } = token;
      const owner = { id: user.id, email: user.email, name: user.name };
      return { status: 200, body: { ...shown, workspace: slug, expires_at: instantOrNull(expiresAt), user: owner } };
    },
  });
}
