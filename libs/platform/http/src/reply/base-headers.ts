import type { Closing } from '../close-gracefully.js';
import type { Exchange } from '../exchange.js';

export type ReplyHeaders = Record<string, string | number | readonly string[]>;

/** For answers that browsers might otherwise take for more than data. A reply that is a page brings its own policy. */
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
} as const;
const TRANSPORT_SECURITY = 'max-age=15552000';

export interface BaseHeadersOptions {
  readonly closing: Closing;
  /** People reach the instance over TLS. */
  readonly https: boolean;
}

export type BaseHeaders = (exchange: Pick<Exchange, 'id' | 'rate'>) => ReplyHeaders;

/** What every answer bears, errors included. */
export function baseHeaders({ https, closing }: BaseHeadersOptions): BaseHeaders {
  const constant = {
    ...SECURITY_HEADERS,
    ...(https && { 'strict-transport-security': TRANSPORT_SECURITY }),
    'cache-control': 'no-store',
  };
  return ({ id, rate }) => {
    const headers: ReplyHeaders = { ...constant, 'x-request-id': id };
    if (rate) {
      headers['ratelimit'] = rate.limit;
      headers['ratelimit-policy'] = rate.policy;
    }
    if (closing.begun) headers['connection'] = 'close';
    return headers;
  };
}
