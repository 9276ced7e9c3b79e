import { pointer } from '@cubit/core';
import type { ConfigFault } from '@cubit/core/host';

/** Headers for message framing and connections (RFC 9110, 7.6.1; RFC 9112): only the service sets them. */
const RESERVED_HEADERS = new Set([
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
    const message = faultOf(name, value) ?? (repeated ? 'is a duplicate.' : null);
    return message === null ? [] : [{ path: pointer('/headers', name), message }];
  });
}

function faultOf(name: string, value: string): string | null {
  if (!TOKEN.test(name)) return 'is not a valid header name.';
  if (RESERVED_HEADERS.has(name.toLowerCase())) return 'is a reserved header.';
  return VALUE.test(value) ? null : 'must contain only Latin-1 characters and no control characters.';
}
