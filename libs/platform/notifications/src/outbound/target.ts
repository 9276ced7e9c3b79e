import { isIP } from 'node:net';
import { refusedAddress } from './refused-addresses.js';

const URL_LENGTH = 2_000;
/** Host names of this machine (RFC 6761, 6.3, and common hosts files). */
const LOCAL_NAME = /^(?:(?:.+\.)?localhost|(?:.+\.)?localdomain|ip6-[a-z]+)$/;

/** A refused target. The message names the rule and is shown to users. */
export class RefusedTarget extends Error {
  override readonly name = 'RefusedTarget';
}

/** Parses a URL as browsers do (https://url.spec.whatwg.org), so that every spelling of an address is normalized. Throws `RefusedTarget`. */
export function parseTarget(text: string): URL {
  const url = text.length <= URL_LENGTH && URL.canParse(text) ? new URL(text) : null;
  if (!url) throw new RefusedTarget('The URL is not valid.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new RefusedTarget(`Only http and https URLs are allowed, not ${url.protocol}`);
  return url;
}

/** The host name for the lookup: without brackets and trailing dots. */
export function hostOf({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
}

/** Throws `RefusedTarget` if the host is not public, as far as that is known without a lookup. */
export function requirePublicHost(url: URL): void {
  const host = hostOf(url);
  if (host === '' || LOCAL_NAME.test(host)) throw new RefusedTarget('The host is this machine.');
  const rule = isIP(host) === 0 ? null : refusedAddress(host);
  if (rule !== null) throw new RefusedTarget(`The host is ${rule}.`);
}

/** Why a URL cannot be a target, as far as that is known without a lookup; null if it can. */
export function urlFault(text: string, { allowInternal }: { readonly allowInternal: boolean }): string | null {
  try {
    const url = parseTarget(text);
    if (!allowInternal) requirePublicHost(url);
    return null;
  } catch (error) {
    if (error instanceof RefusedTarget) return error.message;
    throw error;
  }
}
