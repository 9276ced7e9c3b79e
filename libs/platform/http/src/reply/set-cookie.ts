import type { Cookie } from '@cubit/core';

/** A `Set-Cookie` line: out of reach of scripts and of other sites' unsafe requests. */
export function setCookie({ name, value, path, maxAgeS }: Cookie, secure: boolean): string {
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
