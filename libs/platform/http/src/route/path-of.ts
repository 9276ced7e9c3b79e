const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The path of a request's target, percent-encoded as it came: proxies may send the whole URL (RFC 9112, 3.2.2). */
export function pathOf(target: string | undefined): string {
  const local = (target ?? '/').replace(ORIGIN, '');
  const end = local.search(/[?#]/);
  return end === -1 ? local : local.slice(0, end);
}
