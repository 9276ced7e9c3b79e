/** Hosts of this machine. RFC 8252, 7.3, names the addresses; `localhost` is what most clients declare. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** A private-use scheme is a reversed domain name (RFC 8252, 7.1), so that it is none of a browser's own, such as `javascript`. */
const PRIVATE_USE = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;

export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && LOOPBACK.has(hostname);
}

/** Why a redirect URI is not accepted (RFC 6749, 3.1.2; RFC 8252, 7); null if it is. */
export function redirectFault(text: string): string | null {
  if (!URL.canParse(text)) return 'is not an absolute URL.';
  const url = new URL(text);
  if (text.includes('#')) return 'must not have a fragment.';
  if (url.username !== '' || url.password !== '') return 'must not have a user name or password.';
  if (url.protocol === 'https:' || isLoopback(url) || PRIVATE_USE.test(url.protocol)) return null;
  return 'must be https, http on the loopback address, or a private-use scheme such as com.example.app:/callback.';
}

/**
 * Whether the requested redirect URI is one of those that the client declared: exactly, character by character (RFC 9700, 4.1.3). Only the
 * port of a loopback address may differ, because a program on the person's computer takes a free one (RFC 8252, 7.3).
 */
export function isDeclared(requested: string, declared: readonly string[]): boolean {
  return declared.some((uri) => uri === requested || sameButPort(uri, requested));
}

function sameButPort(declared: string, requested: string): boolean {
  const [left, right] = [withoutPort(declared), withoutPort(requested)];
  return left !== null && left === right;
}

const LOOPBACK_PORT = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::[0-9]{1,5})?(?=[/?]|$)/;

/** The text of a loopback address without its port; null for other addresses. */
function withoutPort(text: string): string | null {
  return LOOPBACK_PORT.test(text) && URL.canParse(text) ? text.replace(LOOPBACK_PORT, '$1') : null;
}
