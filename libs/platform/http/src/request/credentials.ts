import type { IncomingHttpHeaders } from 'node:http';
import { SESSION_COOKIE } from '@cubit/access';
import { readCookie } from './cookies.js';

const BEARER = /^bearer +(\S+) *$/i;

export interface PresentedCredential {
  readonly bearer: string | null;
  readonly cookie: string | null;
  /** The key of the address. */
  readonly key: string | null;
  /** The one of them that counts. */
  readonly secret: string;
}

const KEY_PARAMETER = 'key';

/** The credential of a request; null without one. Schemes other than `Bearer` are ignored, because a proxy may use them. */
export function readCredential(headers: IncomingHttpHeaders): PresentedCredential | null {
  const bearer = headers.authorization === undefined ? null : (BEARER.exec(headers.authorization)?.[1] ?? null);
  if (bearer !== null) return { bearer, cookie: null, key: null, secret: bearer };
  const cookie = headers.cookie === undefined ? null : readCookie(headers.cookie, SESSION_COOKIE);
  return cookie === null || cookie === '' ? null : { bearer: null, cookie, key: null, secret: cookie };
}

/** The key of an address, and the query without it: no later part of the request sees it. */
export function readKey(query: string): { readonly presented: PresentedCredential | null; readonly rest: string } {
  const pairs = query.split('&');
  const [key = null] = new URLSearchParams(query).getAll(KEY_PARAMETER);
  if (key === null) return { presented: null, rest: query };
  const rest = pairs.filter((pair) => !new URLSearchParams(pair).has(KEY_PARAMETER)).join('&');
  return { presented: { bearer: null, cookie: null, key, secret: key }, rest };
}
