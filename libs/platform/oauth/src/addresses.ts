import type { OauthContext } from './oauth-context.js';

/** The scopes that a client can ask for. Both reach only the MCP address of a workspace. */
export const CLIENT_SCOPES = ['agents:read', 'agents:act'] as const;
export const DEFAULT_SCOPE = 'agents:read';
/** The module of that address. */
export const AGENTS_MODULE = 'agents';
export const AUTHORIZE_PAGE = '/oauth/authorize';
export const TOKEN_PATH = '/api/v1/agents/token';
export const REVOKE_PATH = '/api/v1/agents/revoke';
export const MCP_PATH = '/api/v1/orgs/{workspace}/mcp';
export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;

const MCP_ADDRESS = /^\/api\/v1\/orgs\/([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)\/mcp$/;

type Settings = OauthContext['services']['settings'];

/** The issuer identifier (RFC 8414): the public address of the instance. */
export function issuerOf({ publicUrl }: Settings): string {
  return publicUrl;
}

/** The resource identifier of a workspace (RFC 8707): its MCP address. */
export function resourceOf({ publicUrl }: Settings, slug: string): string {
  return `${publicUrl}${MCP_PATH.replace('{workspace}', slug)}`;
}

/** The slug of the workspace that a resource identifier names; null for every other address. Queries narrow tools, not access. */
export function slugOfResource({ publicUrl }: Settings, resource: string): string | null {
  if (!URL.canParse(resource)) return null;
  const { href, hash, search } = new URL(resource);
  if (hash !== '') return null;
  const address = href.slice(0, href.length - search.length);
  if (!address.startsWith(publicUrl)) return null;
  return MCP_ADDRESS.exec(address.slice(publicUrl.length))?.[1] ?? null;
}
