import { isIP } from 'node:net';
import { refusedAddress } from './refused-addresses.js';

const URL_LENGTH = 2_000;
/** Names of this machine that need no look-up to be known as such (RFC 6761, 6.3, and what hosts files say). */
const OWN_NAME = /^(?:(?:.+\.)?localhost|(?:.+\.)?localdomain|ip6-[a-z]+)$/;

/** A target that is refused, in words for people: which rule. */
export class RefusedTarget extends Error {
  override readonly name = 'RefusedTarget';
}

/** The URL, or a `RefusedTarget`. Parsed as browsers do (https://url.spec.whatwg.org): every spelling of an address becomes one. */
export function parseTarget(text: string): URL {
  const url = text.length <= URL_LENGTH && URL.canParse(text) ? new URL(text) : null;
  if (!url) throw new RefusedTarget('The URL cannot be read.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new RefusedTarget(`Only http and https URLs are posted to, not ${url.protocol}`);
  return url;
}

/** The host as it is looked up: without brackets, and without the dots that make a name absolute. */
export function hostOf({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
}

/** Refuses what is no public host, as far as that is plain without a look-up. */
export function requirePlainlyPublic(url: URL): void {
  const host = hostOf(url);
  if (host === '' || OWN_NAME.test(host)) throw new RefusedTarget('The host is this machine.');
  const rule = isIP(host) === 0 ? null : refusedAddress(host);
  if (rule !== null) throw new RefusedTarget(`The host is ${rule}.`);
}

/** Why a URL can be no target, as far as that is plain; null: it may be one. */
export function urlFault(text: string, { allowInternal }: { readonly allowInternal: boolean }): string | null {
  try {
    const url = parseTarget(text);
    if (!allowInternal) requirePlainlyPublic(url);
    return null;
  } catch (error) {
    if (error instanceof RefusedTarget) return error.message;
    throw error;
  }
}
