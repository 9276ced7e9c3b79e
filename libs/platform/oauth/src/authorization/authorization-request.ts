import { Type } from 'typebox';
import { type ErrorDetail, validationFailed } from '@cubit/core';
import type { WorkspaceAccess } from '@cubit/core/host';
import { AGENTS_MODULE, CLIENT_SCOPES, DEFAULT_SCOPE, slugOfResource } from '../addresses.js';
import { clientIdFault, ClientRefused, type OauthClient } from '../client/client-document.js';
import { isDeclared, redirectFault } from '../client/redirect-uri.js';
import type { OauthContext } from '../oauth-context.js';
import { MAX_PARAMETER, MAX_STATE, strict } from '../oauth-schemas.js';

const Parameter = Type.String({ maxLength: MAX_PARAMETER });

/** The parameters of an authorization request (RFC 6749, 4.1.1; RFC 7636, 4.3; RFC 8707, 2). */
export const authorizationBody = strict({
  client_id: Parameter,
  redirect_uri: Parameter,
  resource: Parameter,
  response_type: Type.Optional(Parameter),
  code_challenge: Type.Optional(Parameter),
  code_challenge_method: Type.Optional(Parameter),
  scope: Type.Optional(Parameter),
  state: Type.Optional(Type.String({ maxLength: MAX_STATE })),
});

export interface AuthorizationParameters {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly resource: string;
  readonly response_type?: string;
  readonly code_challenge?: string;
  readonly code_challenge_method?: string;
  readonly scope?: string;
  readonly state?: string;
}

/** A request of a known client for a workspace of the person. */
export interface CheckedRequest {
  readonly client: OauthClient;
  readonly workspace: WorkspaceAccess;
}

/** A fault that the client is informed of at its redirect URI (RFC 6749, 4.1.2.1). */
export interface RequestFault {
  readonly error: 'unsupported_response_type' | 'invalid_request' | 'invalid_scope';
  readonly description: string;
}

/**
 * Checks who asks, for what, and where the answer goes. A fault here must not lead to the redirect URI: throws `422` with the path of the
 * parameter.
 */
export async function checkRequest(
  context: OauthContext,
  parameters: AuthorizationParameters,
  userId: string,
): Promise<CheckedRequest> {
  const { outbound } = context;
  const { client_id: id, redirect_uri: redirectUri, resource } = parameters;
  const workspace = await workspaceOfResource(context, resource, userId);
  const faults: ErrorDetail[] = [];
  const add = (path: string, code: string, message: string) => void faults.push({ path, code, message });
  const idFault = clientIdFault(id, outbound);
  if (idFault !== null) add('/client_id', 'invalid', idFault);
  const uriFault = redirectFault(redirectUri);
  if (uriFault !== null) add('/redirect_uri', 'invalid', uriFault);
  if (!workspace?.schema.modules.has(AGENTS_MODULE))
    add('/resource', 'unknown', 'is not the MCP address of a workspace of yours that lets agents in.');
  if (faults.length > 0 || !workspace) throw validationFailed(faults);
  const client = await context.documents.fetch(id).catch((error: unknown) => {
    if (!(error instanceof ClientRefused)) throw error;
    throw validationFailed([{ path: '/client_id', code: 'invalid', message: error.message }]);
  });
  if (!isDeclared(redirectUri, client.redirectUris))
    throw validationFailed([
      { path: '/redirect_uri', code: 'unknown', message: 'is not one that the client declares.' },
    ]);
  return { client, workspace };
}

async function workspaceOfResource(
  { services, accessOf }: OauthContext,
  resource: string,
  userId: string,
): Promise<WorkspaceAccess | null> {
  const slug = slugOfResource(services.settings, resource);
  if (slug === null) return null;
  const row = await services.database.db
    .selectFrom('workspace')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row ? accessOf(row.id, userId) : null;
}

/** BASE64URL of a SHA-256 (RFC 7636, 4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** The first fault of the other parameters; null if the person can be asked. */
export function requestFault(parameters: AuthorizationParameters): RequestFault | null {
  const { response_type: type, code_challenge: challenge, code_challenge_method: method } = parameters;
  if (type !== 'code') return { error: 'unsupported_response_type', description: 'response_type must be code.' };
  if (challenge === undefined || !CHALLENGE.test(challenge))
    return { error: 'invalid_request', description: 'code_challenge must be a SHA-256 in base64url (PKCE).' };
  if (method !== 'S256') return { error: 'invalid_request', description: 'code_challenge_method must be S256.' };
  const unknown = scopesOf(parameters).find((scope) => !isClientScope(scope));
  if (unknown !== undefined)
    return { error: 'invalid_scope', description: `The scopes are ${CLIENT_SCOPES.join(' and ')}.` };
  return null;
}

/** The scopes of a request, each once; reading without any. */
export function scopesOf({ scope = '' }: Pick<AuthorizationParameters, 'scope'>): readonly string[] {
  const scopes = scope.split(' ').filter((one) => one !== '');
  return scopes.length === 0 ? [DEFAULT_SCOPE] : [...new Set(scopes)];
}

function isClientScope(scope: string): boolean {
  return (CLIENT_SCOPES as readonly string[]).includes(scope);
}
