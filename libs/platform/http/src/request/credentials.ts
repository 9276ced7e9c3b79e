import type { IncomingHttpHeaders } from 'node:http';
import { SESSION_COOKIE } from '@cubit/access';
import { readCookie } from './cookies.js';

const BEARER = /^bearer +(\S+) *$/i;

export interface PresentedCredential {
  readonly bearer: string | null;
  readonly cookie: string | null;
  /** The bearer token, or else the cookie. */
  readonly secret: string;
}

/** The credential of a request; null without one. Schemes other than `Bearer` are ignored, because a proxy may use them. */
export function readCredential(headers: IncomingHttpHeaders): PresentedCredential | null {
  const bearer = headers.authorization === undefined ? null : (BEARER.exec(headers.authorization)?.[1] ?? null);
  if (bearer !== null) return { bearer, cookie: null, secret: bearer };
  const cookie = headers.cookie === undefined ? null : readCookie(headers.cookie, SESSION_COOKIE);
  return cookie === null || cookie === '' ? null : { bearer: null, cookie, secret: cookie };
}
