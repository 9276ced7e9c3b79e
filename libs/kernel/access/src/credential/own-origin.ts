import type { RouteRequest } from '@cubit/core/host';
import { fail } from '@cubit/core';

/**
 * Refuses requests that another origin sends with the browser's cookies. A request with neither `Origin` nor `Sec-Fetch-Site`
 * does not come from a browser. An origin is scheme, host and port: the same host over plain HTTP is another origin.
 */
export function requireOwnOrigin(
  { headers: { origin, all }, secure }: Pick<RouteRequest, 'headers' | 'secure'>,
  publicUrl: string,
): void {
  const site = all['sec-fetch-site'];
  const ownSite = site === undefined || site === 'same-origin' || site === 'none';
  const own = [publicUrl, `${secure ? 'https' : 'http'}://${String(all['host'])}`];
  if (ownSite && (origin === undefined || own.some((address) => isOriginOf(address, origin)))) return;
  throw fail('csrf_rejected', 'The request came from another origin.');
}

function isOriginOf(address: string, origin: string): boolean {
  return URL.canParse(address) && URL.canParse(origin) && new URL(address).origin === new URL(origin).origin;
}
