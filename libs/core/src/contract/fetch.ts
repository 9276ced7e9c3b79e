/** A request to another system, in the terms of the standard `fetch`. */
export interface FetchOptions {
  /** Default `GET`. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `host` and the headers of the connection (`connection`, `content-length`, `transfer-encoding`, ...) cannot be set. */
  readonly headers?: Readonly<Record<string, string>>;
  /** At most 10 MiB. A text is sent as UTF-8; its `content-type` is one of the headers. */
  readonly body?: string | Uint8Array;
  /** From the name lookup to the last byte of the answer, in ms. 1 to 30,000; default 10,000. */
  readonly timeoutMs?: number;
  /** Of the answer's body, in bytes. 1 to 10 MiB; default 1 MiB. */
  readonly maxBytes?: number;
}

/** An answer of any status, read completely. */
export interface FetchAnswer {
  readonly status: number;
  /** Whether the status is 200 to 299. */
  readonly ok: boolean;
  /** Names in lower case. Several values of one header are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** The body as UTF-8. */
  text(): string;
  /** The body as JSON. Throws `502 upstream_failed` if it is not. */
  json(): unknown;
}

/**
 * Sends one request to a host of the module's `permissions.egress`, at a public address: without redirects, retries, proxies and
 * cookies. Any status is an answer. Throws `502 upstream_failed` where there is none: the host is unknown or not public, the
 * connection was refused or is not secure, the time is over, the answer is too large. Throws an error that is answered as
 * `500 internal` for a host that the module does not declare, within a transaction, and for options that are out of bounds.
 */
export type Fetch = (url: string, options?: FetchOptions) => Promise<FetchAnswer>;
