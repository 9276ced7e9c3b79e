import cookie from 'cookie';
import type { Cookie } from '@cubit/core/host';

const PREFIX = /^__(?:Host|Secure)-(?=cubit_)/;

/**
 * The name of a cookie over TLS. Browsers accept a `__Host-` cookie only from this host and only for all of its paths. A cookie for
 * some of the paths gets `__Secure-`.
 */
export function secureName({ name, path }: Pick<Cookie, 'name' | 'path'>): string {
  return path === '/' ? `__Host-${name}` : `__Secure-${name}`;
}

/** The cookies of a request by name, ours without prefix. The first cookie of a name counts; one with a prefix takes precedence. */
export function readCookies(header: string | undefined): Readonly<Record<string, string>> {
  if (header === undefined) return {};
  const cookies = cookie.parseCookie(header);
  for (const name of Object.keys(cookies)) if (PREFIX.test(name)) cookies[name.replace(PREFIX, '')] = cookies[name];
  return cookies as Readonly<Record<string, string>>;
}

export function readCookie(header: string, name: string): string | null {
  return header.includes(name) ? (readCookies(header)[name] ?? null) : null;
}
