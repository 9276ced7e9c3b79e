import type { Cookie } from '@cubit/core/host';
import type { Exchange } from '../exchange.js';
import { secureName } from '../request/cookies.js';

/** `Set-Cookie` lines. The cookies are hidden from scripts and are not sent with unsafe requests of other sites. */
export function setCookies(
  cookies: readonly Cookie[],
  { secure, mountPath, req }: Pick<Exchange, 'secure' | 'mountPath' | 'req'>,
): readonly string[] {
  return cookies.flatMap((cookie) => {
    const { path } = cookie;
    const placed = { ...cookie, path: path === '/' ? path : mountPath + path };
    if (!secure) return [line(placed)];
    const named = `${line({ ...placed, name: secureName(cookie) })}; Secure`;
    // Otherwise a cookie set before the instance had TLS would be valid again once the prefixed one is removed.
    const isOutdated = new RegExp(`(?:^|[;\\s])${cookie.name}=`).test(req.headers.cookie ?? '');
    return isOutdated ? [named, `${line({ ...placed, value: '', maxAgeS: 0 })}; Secure`] : [named];
  });
}

function line({ name, value, path, maxAgeS }: Cookie): string {
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax`;
}
