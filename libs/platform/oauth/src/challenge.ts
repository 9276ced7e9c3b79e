import { RESOURCE_METADATA_PATH } from './addresses.js';
import type { OauthContext } from './oauth-context.js';

/** The value of `WWW-Authenticate` with which a client finds where its person signs in (RFC 9728, 5.1). */
export function challengeOf(
  { publicUrl, web }: OauthContext['services']['settings'],
  { workspace = '' }: Readonly<Record<string, string>>,
): string {
  if (web !== true) return 'Bearer';
  const path = RESOURCE_METADATA_PATH.replace('{workspace}', encodeURIComponent(workspace));
  return `Bearer resource_metadata="${publicUrl}${path}"`;
}
