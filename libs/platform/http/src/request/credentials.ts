import type { IncomingHttpHeaders } from 'node:http';
import { DISPLAY_COOKIE, SESSION_COOKIE } from '@cubit/access';
import type { RouteDefinition } from '@cubit/core/host';
import { readCookie } from './cookies.js';

const BEARER = /^bearer +(\S+) *$/i;

export interface PresentedCredential {
  readonly bearer: string | null;
  readonly cookie: string | null;
  /** The key of the address. */
  readonly key: string | null;
  /** The value of the cookie `cubit_display`. */
  readonly display: string | null;
  /** The one of them that counts. */
  readonly secret: string;
}

const KEY_PARAMETER = 'key';

const NONE = { bearer: null, cookie: null, key: null, display: null } as const;

/** The credential of a request; null without one. Schemes other than `Bearer` are ignored, because a proxy may use them. */
export function readCredential(
  { authorization, cookie: cookies }: IncomingHttpHeaders,
  { display: isShown }: Pick<RouteDefinition, 'display'>,
): PresentedCredential | null {
  const bearer = authorization === undefined ? null : (BEARER.exec(authorization)?.[1] ?? null);
  if (bearer !== null) return { ...NONE, bearer, secret: bearer };
  const named = (name: string) => (cookies === undefined ? null : readCookie(cookies, name)) || null;
  const cookie = named(SESSION_COOKIE);
  if (cookie !== null) return { ...NONE, cookie, secret: cookie };
  // Elsewhere the cookie does not count, so that the browser of a person that was a display before is asked for a session.
  const display = isShown ? named(DISPLAY_COOKIE) : null;
  return display === null ? null : { ...NONE, display, secret: display };
}

/** The key of an address, and the query without it: no later part of the request sees it. */
export function readKey(query: string): { readonly presented: PresentedCredential | null; readonly rest: string } {
  const pairs = query.split('&');
  const [key = null] = new URLSearchParams(query).getAll(KEY_PARAMETER);
  if (key === null) return { presented: null, rest: query };
  const rest = pairs.filter((pair) => !new URLSearchParams(pair).has(KEY_PARAMETER)).join('&');
  return { presented: { ...NONE, key, secret: key }, rest };
}
