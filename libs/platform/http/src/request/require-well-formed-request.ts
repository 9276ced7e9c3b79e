import type { IncomingMessage } from 'node:http';
import { errorOf } from '@cubit/core';

/**
 * Refuses requests that Node's parser accepts but other parsers read differently. A request that a proxy and this server read differently
 * may bypass the proxy's rules. A missing host is refused here because Node's own answer would not have the form of our errors.
 */
export function requireWellFormedRequest(req: IncomingMessage): void {
  const { httpVersion, headers } = req;
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    throw malformed('The request line names no version of HTTP that is spoken here.');
  if (headers.host === undefined && httpVersion === '1.1') throw malformed('The Host header field is missing.');
  if (countOf(req, 'host') > 1) throw malformed('There is more than one Host header field.');
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked')
    throw malformed('The only supported Transfer-Encoding is chunked.');
}

/** For fields that may occur once, `headers` has only the first, so the raw fields are counted. */
function countOf({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const field = rawHeaders[index];
    if (field?.length === name.length && field.toLowerCase() === name) count += 1;
  }
  return count;
}

function malformed(message: string) {
  return errorOf('invalid_request', message);
}
