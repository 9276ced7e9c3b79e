import type { RouteHeaders } from '../contract/route.js';
import { fail } from '../errors/cubit-error.js';

/**
 * Refuses what a page of another origin sent with the browser's cookies. A request with neither `Origin` nor `Sec-Fetch-Site`
 * does not come from a browser.
 */
export function requireOwnOrigin({ origin, all }: Pick<RouteHeaders, 'origin' | 'all'>, publicUrl: string): void {
  const site = all['sec-fetch-site'];
  const ownSite = site === undefined || site === 'same-origin' || site === 'none';
  if (ownSite && (origin === undefined || isOwn(origin, { host: all['host'], publicUrl }))) return;
  throw fail('csrf_rejected', 'The request came from another origin.');
}

function isOwn(origin: string, own: { readonly host: unknown; readonly publicUrl: string }): boolean {
  if (!URL.canParse(origin)) return false;
  const { host, origin: normal } = new URL(origin);
  return normal === new URL(own.publicUrl).origin || host === own.host;
}
