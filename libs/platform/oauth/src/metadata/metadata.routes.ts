import { Type } from 'typebox';
import { notFound } from '@cubit/core';
import type { RouteDefinition } from '@cubit/core/host';
import { defineRoute } from '@cubit/database';
import {
  AUTHORIZE_PAGE,
  CLIENT_SCOPES,
  issuerOf,
  RESOURCE_METADATA_PATH,
  resourceOf,
  REVOKE_PATH,
  TOKEN_PATH,
} from '../addresses.js';
import { Slug, strict, TAG } from '../oauth-schemas.js';
import type { OauthContext } from '../oauth-context.js';

const Address = Type.String({ examples: ['https://cubit.example/api/v1/agents/token'] });
const Texts = Type.Array(Type.String());

const ProtectedResource = strict({
  resource: Address,
  authorization_servers: Texts,
  scopes_supported: Texts,
  bearer_methods_supported: Texts,
  resource_name: Type.String(),
});

const AuthorizationServer = strict({
  issuer: Address,
  authorization_endpoint: Address,
  token_endpoint: Address,
  revocation_endpoint: Address,
  response_types_supported: Texts,
  response_modes_supported: Texts,
  grant_types_supported: Texts,
  scopes_supported: Texts,
  code_challenge_methods_supported: Texts,
  token_endpoint_auth_methods_supported: Texts,
  revocation_endpoint_auth_methods_supported: Texts,
  authorization_response_iss_parameter_supported: Type.Boolean(),
  client_id_metadata_document_supported: Type.Boolean(),
});

export function metadataRoutes(context: OauthContext): readonly RouteDefinition[] {
  return [protectedResourceRoute(context), authorizationServerRoute(context)];
}

/** The same answer for every name, so that it does not reveal which workspaces exist. */
function protectedResourceRoute({ services: { settings } }: OauthContext): RouteDefinition {
  return defineRoute({
    operationId: 'getProtectedResourceMetadata',
    method: 'GET',
    path: RESOURCE_METADATA_PATH,
    summary: 'Read the protected resource metadata of an MCP address (RFC 9728)',
    description: 'The answer is the same whether or not the workspace exists.',
    tag: TAG,
    access: 'anonymous',
    params: strict({ workspace: Slug }),
    query: strict({
      tools: Type.Optional(Type.String({ description: 'Ignored: a client may copy the query of the MCP address.' })),
      mode: Type.Optional(Type.String({ description: 'Ignored.' })),
    }),
    responses: { 200: { description: 'The metadata.', schema: ProtectedResource } },
    errors: ['not_found'],
    handler({ params: { workspace } }) {
      requirePages(settings);
      const body = {
        resource: resourceOf(settings, workspace),
        authorization_servers: [issuerOf(settings)],
        scopes_supported: CLIENT_SCOPES,
        bearer_methods_supported: ['header'],
        resource_name: `Cubit: ${workspace}`,
      };
      return Promise.resolve({ status: 200, body });
    },
  });
}

function authorizationServerRoute({ services: { settings } }: OauthContext): RouteDefinition {
  return defineRoute({
    operationId: 'getAuthorizationServerMetadata',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    summary: 'Read the authorization server metadata (RFC 8414)',
    tag: TAG,
    access: 'anonymous',
    responses: { 200: { description: 'The metadata.', schema: AuthorizationServer } },
    errors: ['not_found'],
    handler() {
      requirePages(settings);
      const at = (path: string) => `${settings.publicUrl}${path}`;
      const body = {
        issuer: issuerOf(settings),
        authorization_endpoint: at(AUTHORIZE_PAGE),
        token_endpoint: at(TOKEN_PATH),
        revocation_endpoint: at(REVOKE_PATH),
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        scopes_supported: CLIENT_SCOPES,
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      };
      return Promise.resolve({ status: 200, body });
    },
  });
}

/** Consent is a page of the web app: without it nobody can sign a client in. */
function requirePages({ web }: OauthContext['services']['settings']): void {
  if (web !== true) throw notFound('Metadata');
}
