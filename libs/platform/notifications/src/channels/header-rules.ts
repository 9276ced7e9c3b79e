import { pointer, type ConfigFault } from '@cubit/core';

/** Headers that frame the request or belong to the connection (RFC 9110, 7.6.1; RFC 9112): the service's own. */
const OWN = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible characters, space and the upper half of Latin-1: no control characters. */
const VALUE = /^[\x20-\x7e\x80-\xff]*$/;

export function headerFaults(headers: Readonly<Record<string, string>>): readonly ConfigFault[] {
  const seen = new Set<string>();
  return Object.entries(headers).flatMap(([name, value]) => {
    const key = name.toLowerCase();
    const repeated = seen.has(key);
    seen.add(key);
    const message = faultOf(name, value) ?? (repeated ? 'is there twice.' : null);
    return message === null ? [] : [{ path: pointer('/headers', name), message }];
  });
}

function faultOf(name: string, value: string): string | null {
  if (!TOKEN.test(name)) return 'is no name of a header.';
  if (OWN.has(name.toLowerCase())) return 'is a header that the request needs for itself.';
  return VALUE.test(value) ? null : 'must have no control characters and nothing beyond Latin-1.';
}
