import type { Cookie } from '@cubit/core/host';
import { SESSION_TOKEN_LIFETIME_S } from './session-token.js';

export const SESSION_COOKIE = 'cubit_session';
export const REFRESH_COOKIE = 'cubit_refresh';
/** The credential of a display on a wall. */
export const DISPLAY_COOKIE = 'cubit_display';
export const REFRESH_LIFETIME_S = 30 * 24 * 60 * 60;
const SESSION_PATH = '/';
/** Sent only to the session routes. */
const REFRESH_PATH = '/api/v1/me/session';

export function sessionCookies(sessionToken: string, refreshToken: string): readonly Cookie[] {
  return [
    { name: SESSION_COOKIE, value: sessionToken, path: SESSION_PATH, maxAgeS: SESSION_TOKEN_LIFETIME_S },
    { name: REFRESH_COOKIE, value: refreshToken, path: REFRESH_PATH, maxAgeS: REFRESH_LIFETIME_S },
  ];
}

export function removedCookies(): readonly Cookie[] {
  return [
    { name: SESSION_COOKIE, value: '', path: SESSION_PATH, maxAgeS: 0 },
    { name: REFRESH_COOKIE, value: '', path: REFRESH_PATH, maxAgeS: 0 },
  ];
}
