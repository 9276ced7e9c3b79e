import type { RateLimits } from './rate-limit/rate-limits.js';

export interface HttpSettings {
  /** Time within which a body must have come, save for uploads. Default 30 s. */
  readonly requestTimeoutMs?: number;
  /** Time within which the header fields must have come. Default 5 s. */
  readonly headersTimeoutMs?: number;
  /** Bytes of a body where the route names no limit. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** `off` lifts every limit. Default `on`. */
  readonly rateLimit?: 'on' | 'off';
  /** Requests per class; those left out keep their defaults. */
  readonly rateLimits?: Partial<RateLimits>;
  /** Which proxies are believed about the client's address and TLS: addresses or ranges, or how many hops. Default: none. */
  readonly trustProxy?: boolean | number | string | readonly string[];
  /** Serves the product's routes. Without, health and metrics alone: for a process that only works. Default true. */
  readonly api?: boolean;
  /** One log line per request. Default true. */
  readonly logRequests?: boolean;
  /** Serves `/metrics`. Default false. */
  readonly metrics?: boolean;
}

export const DEFAULT_REQUEST_TIMEOUT_MS = 30_000;
export const DEFAULT_HEADERS_TIMEOUT_MS = 5_000;
export const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;
