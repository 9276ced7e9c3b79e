import type { RateLimits } from './rate-limit/rate-limits.js';
import type { TrustProxy } from './request/client.js';

export interface HttpSettings {
  /** Time limit for receiving a body, except uploads. Default 30 s. */
  readonly requestTimeoutMs?: number;
  /** Time limit for receiving the header fields. Default 5 s. */
  readonly headersTimeoutMs?: number;
  /** Size limit of a body if the route sets none, in bytes. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** `off` disables all rate limits. Default `on`. */
  readonly rateLimit?: 'on' | 'off';
  /** Requests per class; absent ones keep their defaults. */
  readonly rateLimits?: Partial<RateLimits>;
  /** Proxies trusted about the client's address and TLS: a number of hops, or addresses and ranges. Default 0. */
  readonly trustProxy?: TrustProxy;
  /** Serves the routes of the product. False: only health and metrics, for a worker process. Default true. */
  readonly api?: boolean;
  /** One log line per request. Default true. */
  readonly logRequests?: boolean;
  /** Serves `/metrics`. Default false. */
  readonly metrics?: boolean;
}

export const DEFAULT_REQUEST_TIMEOUT_MS = 30_000;
export const DEFAULT_HEADERS_TIMEOUT_MS = 5_000;
export const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;
