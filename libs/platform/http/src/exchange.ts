import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller, WorkspaceAccess } from '@cubit/core';
import type { FastifyRequest } from 'fastify';
import type { RateHeaders } from './rate-limit/throttle.js';
import { readRequestId } from './request/request-id.js';

const MAPPED_IPV4 = '::ffff:';

/** One request and its answer, with what was found out on the way: for headers, log and metrics. */
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
  readonly #request: FastifyRequest;
  #abort: AbortController | null = null;

  constructor(
    request: FastifyRequest,
    res: ServerResponse,
    { newId, route }: { readonly newId: () => string; readonly route: string },
  ) {
    this.#request = request;
    this.req = request.raw;
    this.res = res;
    this.id = readRequestId(request.raw.headers['x-request-id']) ?? newId();
    this.route = route;
  }

  /** Address of the client, as a trusted proxy or the socket tells it. */
  get address(): string {
    const ip = this.#request.ip ?? '';
    return ip.startsWith(MAPPED_IPV4) ? ip.slice(MAPPED_IPV4.length) : ip;
  }

  get secure(): boolean {
    return this.#request.protocol === 'https';
  }

  /** Made when first asked for: few handlers do. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    return this.#abort.signal;
  }

  /** The client is gone, or the server is going. */
  abort(): void {
    this.#abort?.abort();
  }

  get gone(): boolean {
    return this.res.destroyed || this.res.socket?.destroyed === true;
  }
}
