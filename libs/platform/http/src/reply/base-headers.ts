import type { Exchange } from '../exchange.js';
import type { ShutdownState } from '../shutdown-state.js';

export type ReplyHeaders = Record<string, string | number | readonly string[]>;

/** Keep browsers from treating data as a page. A reply that is a page sets its own policy. */
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
} as const;
/** A year. */
const TRANSPORT_SECURITY = 'max-age=31536000';

export interface BaseHeadersOptions {
  readonly shutdown: ShutdownState;
  /** Clients reach the instance over TLS. */
  readonly https: boolean;
}

export type BaseHeaders = (exchange: Pick<Exchange, 'id' | 'rate'>) => ReplyHeaders;

/** Header fields of every answer, errors included. */
export function baseHeaders({ https, shutdown }: BaseHeadersOptions): BaseHeaders {
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
    if (shutdown.begun) headers['connection'] = 'close';
    return headers;
  };
}
