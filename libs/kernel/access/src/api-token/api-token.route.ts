import { Type } from 'typebox';
import { audit } from '../audit/audit.js';
import { listSchema, notFound, pageQuery } from '@cubit/core';
import { countRows, type Database, defineRoute } from '@cubit/database';
import { actorOf, type Caller, callerOf, type RouteDefinition } from '@cubit/core/host';
import type { AccessParts } from '../access-parts.js';
import { apiTokenPrefix, createApiToken, hashToken } from '../credential/api-token-format.js';
import { checkApiTokenRequest } from './api-token-request.js';
import { ApiToken, type ApiTokenRow, instantOrNull, NewApiToken, showApiToken } from './api-token-row.js';
import { Id, Name, nullable, Slug, strict } from '../user/field-schemas.js';
import { listPage } from '../list/list-page.js';
import { requireUnscoped } from '../credential/caller-limits.js';

const TAG = 'API tokens';
const PATH = '/api/v1/me/api-tokens';
const SCOPES_LIMIT = 50;

const COLUMNS = [
  'api_token.id',
  'api_token.name',
  'api_token.token_prefix',
  'api_token.scopes',
  'workspace.slug',
  'oauth_grant.client_id',
  'api_token.last_used_at',
  'api_token.revoked_at',
  'api_token.created_at',
] as const;

export function apiTokenRoutes(parts: AccessParts): readonly RouteDefinition[] {
  return [createApiTokenRoute(parts), listApiTokensRoute(parts), revokeApiTokenRoute(parts)];
}

function createApiTokenRoute({ services }: AccessParts): RouteDefinition {
  const { registry, newId, now } = services;

  return defineRoute({
    operationId: 'createApiToken',
    method: 'POST',
    path: PATH,
    summary: 'Create an API token',
    description:
      'The token acts on your behalf, within its scopes. It is shown only once. With an API token you can create only tokens that expire no later and are bound to the same workspace; a scoped token cannot create tokens.',
    tag: TAG,
    access: 'user',
    body: {
      schema: strict({
        name: Name,
        expires_at: Type.Optional(
          nullable(Type.String({ format: 'date-time', description: 'In the future. Null or absent: never.' })),
        ),
        scopes: Type.Optional(
          Type.Array(Type.String(), {
            uniqueItems: true,
            maxItems: SCOPES_LIMIT,
            description: 'Empty or absent: unscoped.',
          }),
        ),
        workspace: Type.Optional(
          nullable({
            ...Slug,
            description: 'Slug of the workspace to bind the token to. Null or absent: all your workspaces.',
          }),
        ),
      }),
      example: { name: 'Label printer', expires_at: '2031-01-01T00:00:00.000Z', workspace: 'maker-lab' },
    },
    responses: { 201: { description: 'Created.', schema: NewApiToken } },
    errors: ['scope_denied', 'validation_failed'],
    secrets: ['token'],
    async handler(request) {
      const caller = callerOf(request);
      requireUnscoped(caller);
      const { name } = request.body;
      const token = createApiToken();
      const body = await request.transaction(async (tx) => {
        const at = now();
        const { expiresAt, scopes, workspace } = await checkApiTokenRequest(request.body, {
          db: tx.db,
          registry,
          caller,
          now: at,
        });
        const shown = { id: newId(), name, token_prefix: apiTokenPrefix(token), scopes };
        await tx.db
          .insertInto('api_token')
          .values({
            ...shown,
            scopes: [...scopes],
            user_id: caller.user.id,
            workspace_id: workspace?.id ?? null,
            token_hash: hashToken(token),
            created_at: at,
            expires_at: expiresAt,
            last_used_at: null,
            revoked_at: null,
          })
          .execute();
        const entry = { workspaceId: workspace?.id ?? null, actor: actorOf(caller), address: request.address };
        await audit(tx, { ...entry, action: 'token.created', target: shown });
        return { ...shown, workspace: workspace?.slug ?? null, expires_at: instantOrNull(expiresAt), token };
      });
      return { status: 201, headers: { location: `${PATH}/${body.id}` }, body };
    },
  });
}

function listApiTokensRoute({ services, tokenUsage }: AccessParts): RouteDefinition {
  const { database } = services;

  return defineRoute({
    operationId: 'listApiTokens',
    method: 'GET',
    path: PATH,
    summary: 'List your API tokens',
    description:
      'Newest first, expired and revoked ones included, those of clients that signed you in, and keys of addresses.',
    tag: TAG,
    access: 'user',
    query: strict(pageQuery),
    responses: { 200: { description: 'A page of tokens.', schema: listSchema(ApiToken) } },
    errors: ['invalid_cursor', 'scope_denied'],
    async handler(request) {
      const caller = callerOf(request);
      requireUnscoped(caller);
      await tokenUsage.flush();
      const page = await listPage<ApiTokenRow>(request.query, {
        list: 'api-tokens',
        rows: (after, limit) =>
          tokensOf(database, caller)
            .leftJoin('workspace', 'workspace.id', 'api_token.workspace_id')
            .leftJoin('oauth_grant', 'oauth_grant.token_id', 'api_token.id')
            .select(COLUMNS)
            .select(({ fn }) => fn.coalesce('oauth_grant.expires_at', 'api_token.expires_at').as('expires_at'))
            .$if(after !== null, (query) => query.where('api_token.id', '<', after))
            .orderBy('api_token.id', 'desc')
            .limit(limit)
            .execute(),
        total: () => countRows(tokensOf(database, caller)),
        idOf: ({ id }) => id,
      });
      return { status: 200, body: { ...page, data: page.data.map(showApiToken) } };
    },
  });
}

function revokeApiTokenRoute({ services, streams }: AccessParts): RouteDefinition {
  const { now } = services;

  return defineRoute({
    operationId: 'revokeApiToken',
    method: 'DELETE',
    path: `${PATH}/{id}`,
    summary: 'Revoke an API token',
    description: 'Effective from the next request. An expired or revoked token can be revoked as well.',
    tag: TAG,
    access: 'user',
    params: strict({ id: Id }),
    responses: { 204: { description: 'Revoked.' } },
    errors: ['not_found', 'scope_denied'],
    async handler(request) {
      const caller = callerOf(request);
      requireUnscoped(caller);
      const { id } = request.params;
      await request.transaction(async (tx) => {
        const { boundWorkspaceId } = caller;
        const token = await tx.db
          .selectFrom('api_token')
          .select(['workspace_id', 'revoked_at'])
          .where('id', '=', id)
          .where('user_id', '=', caller.user.id)
          .$if(boundWorkspaceId !== null, (query) => query.where('workspace_id', '=', boundWorkspaceId))
          .forUpdate()
          .executeTakeFirst();
        if (!token) throw notFound('Token');
        if (token.revoked_at) return;
        await tx.db.updateTable('api_token').set({ revoked_at: now() }).where('id', '=', id).execute();
        await streams.endStreams(tx);
        const entry = { workspaceId: token.workspace_id, actor: actorOf(caller), address: request.address };
        await audit(tx, { ...entry, action: 'token.revoked', target: { id } });
      });
      return { status: 204 };
    },
  });
}

/** The tokens that a caller may see: with a bound token, those of its workspace only. */
function tokensOf(database: Database, { user, boundWorkspaceId }: Caller) {
  const all = database.db.selectFrom('api_token').where('api_token.user_id', '=', user.id);
  return boundWorkspaceId === null ? all : all.where('api_token.workspace_id', '=', boundWorkspaceId);
}
