import { issuerOf } from '../addresses.js';
import type { OauthContext } from '../oauth-context.js';

interface RedirectTarget {
  readonly redirectUri: string;
  readonly state: string | null;
}

/**
 * The address that takes an answer to the client (RFC 6749, 4.1.2): its redirect URI with parameters added. `iss` lets the client see which
 * server answers (RFC 9207).
 */
export function redirectTo(
  settings: OauthContext['services']['settings'],
  { redirectUri, state }: RedirectTarget,
  answer: Readonly<Record<string, string>>,
): string {
  const parameters = new URLSearchParams({ ...answer, ...(state !== null && { state }), iss: issuerOf(settings) });
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters.toString()}`;
}
