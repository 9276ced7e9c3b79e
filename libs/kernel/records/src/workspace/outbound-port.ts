import type { FetchOptions } from '@cubit/core/host';

/** A request whose host and options were checked. */
export interface OutboundRequest {
  readonly url: URL;
  readonly method: NonNullable<FetchOptions['method']>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly timeoutMs: number;
  /** Maximum size of the answer's body. */
  readonly maxBytes: number;
  /** Ends the request: it then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** An answer of any status, read completely. Names of headers are in lower case. */
export interface OutboundAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** Sends requests of modules to public addresses. The notifications platform provides one (`CapabilityFactory.provides`). */
export interface OutboundPort {
  /** Rejects with `502 upstream_failed` if there is no answer. */
  send(request: OutboundRequest): Promise<OutboundAnswer>;
}

/** For a service without the notifications platform: nothing leaves it. */
export const noOutbound: OutboundPort = {
  send: () =>
    Promise.reject(new Error('This service sends no requests: it was assembled without the notifications platform.')),
};
