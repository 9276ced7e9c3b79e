import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller, WorkspaceAccess } from '@cubit/core/host';
import type { RateHeaders } from './rate-limit/rate-headers.js';
import { cameByTls, clientAddress, type Trust } from './request/client.js';

const WELL_FORMED = /^[\w.-]{1,128}$/;

/** Settings shared by all exchanges of a server. */
export interface ExchangeContext {
  readonly newId: () => string;
  readonly trust: Trust;
  /** Clients reach the instance over TLS, whatever the last hop uses. A function: the URL may be known only after the server listens. */
  readonly https: () => boolean;
}

/** One request and its answer, with what header fields, log and metrics need to know of it. */
export class Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly id: string;
  /** Pattern of the route, never the path itself: paths of inbound webhooks and invitations hold secrets. */
  readonly route: string;
  readonly startedAtMs = performance.now();
  caller: Caller | null = null;
  workspace: WorkspaceAccess | null = null;
  rate: RateHeaders | null = null;
  readonly #context: ExchangeContext;
  #abort: AbortController | null = null;

  constructor(req: IncomingMessage, res: ServerResponse, { context, route }: ExchangeOptions) {
    this.#context = context;
    this.req = req;
    this.res = res;
    this.id = requestId(req, context.newId);
    this.route = route;
  }

  /** Address of the client, from a trusted proxy or the socket. */
  get address(): string {
    return clientAddress(this.req, this.#context.trust);
  }

  /** The client reached the instance over TLS. */
  get secure(): boolean {
    return this.#context.https() || cameByTls(this.req, this.#context.trust);
  }

  /** Path at which an application mounted the routes; empty without one. */
  get mountPath(): string {
    return (this.req as { readonly baseUrl?: string }).baseUrl ?? '';
  }

  /** Created on first use: few handlers need it. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    return this.#abort.signal;
  }

  /** Called when the client disconnected or the server shuts down. */
  abort(): void {
    this.#abort?.abort();
  }

  get gone(): boolean {
    return this.res.destroyed || this.res.socket?.destroyed === true;
  }
}

interface ExchangeOptions {
  readonly context: ExchangeContext;
  readonly route: string;
}

/** The request id that the client sent, if it is safe to log; otherwise a new one. */
export function requestId({ headers }: IncomingMessage, newId: () => string): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && WELL_FORMED.test(sent) ? sent : newId();
}
