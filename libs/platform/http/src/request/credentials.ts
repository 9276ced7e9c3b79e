import type { IncomingHttpHeaders } from 'node:http';
import { readCookie } from './cookies.js';

const BEARER = /^bearer +(\S+) *$/i;
const SESSION_COOKIE = 'cubit_session';

export interface PresentedCredential {
  readonly bearer: string | null;
  readonly cookie: string | null;
  /** Whichever of the two counts. */
  readonly secret: string;
}

/** The credential that a request brought; null without one. Another scheme than `Bearer` is none (a proxy may want its own). */
export function readCredential(headers: IncomingHttpHeaders): PresentedCredential | null {
  const bearer = headers.authorization === undefined ? null : (BEARER.exec(headers.authorization)?.[1] ?? null);
  if (bearer !== null) return { bearer, cookie: null, secret: bearer };
  const cookie = headers.cookie === undefined ? null : readCookie(headers.cookie, SESSION_COOKIE);
  return cookie === null || cookie === '' ? null : { bearer: null, cookie, secret: cookie };
}
