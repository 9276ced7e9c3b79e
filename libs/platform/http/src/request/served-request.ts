import type { Caller, RouteHeaders, RouteRequest, WorkspaceAccess } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import type { Exchange } from '../exchange.js';
import { readCookies } from './cookies.js';
import type { Params } from './params-reader.js';

type RunTransaction = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>;

interface ServedRequestParts {
  readonly params: Params;
  readonly query: unknown;
  readonly body: unknown;
  readonly bytes: Uint8Array;
  readonly transaction: RunTransaction;
}

/** The request passed to a handler. Members that few handlers use are computed on first use. */
export class ServedRequest implements RouteRequest {
  readonly params: Params;
  readonly query: unknown;
  readonly body: unknown;
  readonly bytes: Uint8Array;
  readonly caller: Caller | null;
  readonly workspace: WorkspaceAccess | null;
  readonly requestId: string;
  readonly transaction: RunTransaction;
  readonly #exchange: Exchange;
  #headers: RouteHeaders | null = null;

  constructor(exchange: Exchange, { params, query, body, bytes, transaction }: ServedRequestParts) {
    this.params = params;
    this.query = query;
    this.body = body;
    this.bytes = bytes;
    this.caller = exchange.caller;
    this.workspace = exchange.workspace;
    this.requestId = exchange.id;
    this.transaction = transaction;
    this.#exchange = exchange;
  }

  get headers(): RouteHeaders {
    this.#headers ??= readHeaders(this.#exchange);
    return this.#headers;
  }

  get address(): string {
    return this.#exchange.address;
  }

  get userAgent(): string | null {
    return this.#exchange.req.headers['user-agent'] ?? null;
  }

  get signal(): AbortSignal {
    return this.#exchange.signal;
  }

  get secure(): boolean {
    return this.#exchange.secure;
  }
}

export function readHeaders({ req }: Exchange): RouteHeaders {
  const all = req.headers;
  const lastEventId = all['last-event-id'];
  return {
    ...(all['if-match'] !== undefined && { ifMatch: all['if-match'] }),
    ...(all['if-none-match'] !== undefined && { ifNoneMatch: all['if-none-match'] }),
    ...(typeof lastEventId === 'string' && { lastEventId }),
    ...(all['content-type'] !== undefined && { contentType: all['content-type'] }),
    ...(all.origin !== undefined && { origin: all.origin }),
    cookies: readCookies(all.cookie),
    all,
  };
}
