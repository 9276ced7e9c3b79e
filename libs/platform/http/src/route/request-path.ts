import { errorOf } from '@cubit/core';

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The path of a request target, percent-encoded as received. Proxies may send the whole URL (RFC 9112, 3.2.2). */
export function pathOf(target: string | undefined): string {
  const local = (target ?? '/').replace(ORIGIN, '');
  const end = local.search(/[?#]/);
  return end === -1 ? local : local.slice(0, end);
}

/**
 * A request target in normal form, as routers compare it: without scheme, host and fragment, and percent-encoded only
 * where necessary. Throws a `URIError` if the path is not percent-encoded UTF-8.
 */
export function normalTarget(target: string | undefined): string {
  if (target?.startsWith('/') === true && !/[%#]/.test(target)) return target;
  const path = pathOf(target);
  const [, query = ''] = /^[^?#]*(\?[^#]*)/.exec((target ?? '').replace(ORIGIN, '')) ?? [];
  return path.split('/').map(normalPart).join('/') + query;
}

/** The target in normal form. Throws `400` if its path is not percent-encoded UTF-8. */
export function readTarget(target: string | undefined): string {
  try {
    return normalTarget(target);
  } catch (error) {
    if (error instanceof URIError) throw errorOf('invalid_request', 'The path is not percent-encoded UTF-8.');
    throw error;
  }
}

function normalPart(part: string): string {
  return part.includes('%') ? encodeURIComponent(decodeURIComponent(part)) : part;
}
