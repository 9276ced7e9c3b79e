import { errorBody, type Logger } from '@cubit/core/host';
import { type CubitError, errorOf, isCubitError, type RouteReply } from '@cubit/core';
import type { Exchange } from './exchange.js';
import type { LogRequest } from './log/request-log.js';
import type { BaseHeaders } from './reply/base-headers.js';
import { sendReply } from './reply/send-reply.js';
import { ClientGoneError } from './request/client-gone-error.js';
import { asClientError } from '@cubit/database';

export interface ServeOptions {
  readonly base: BaseHeaders;
  readonly log: Logger;
  readonly logRequest: LogRequest;
  /** Exchanges of streaming routes: ended when the server closes. */
  readonly streams: Set<Exchange>;
}

/** Sends what `work` returns or throws. Never rejects. */
export type Serve = (
  exchange: Exchange,
  work: (exchange: Exchange) => Promise<RouteReply>,
  streaming?: boolean,
) => void;

/** How long the rest of a refused body is read before the connection is closed, so that the client can read the answer. */
const LINGER_MS = 2_000;

export function createServe({ base, log, logRequest, streams }: ServeOptions): Serve {
  return (exchange, work, streaming = false) => {
    if (streaming) streams.add(exchange);
    exchange.res.once('close', () => {
      streams.delete(exchange);
      if (!exchange.res.writableFinished) exchange.abort();
      // Undefined for an injected request: it has no connection.
      if (exchange.req.complete === false) closeConnectionLater(exchange);
      logRequest(exchange);
    });
    void answerExchange(exchange, work);
  };

  async function answerExchange(exchange: Exchange, work: (exchange: Exchange) => Promise<RouteReply>): Promise<void> {
    try {
      await sendReply(exchange, await work(exchange), base);
    } catch (error) {
      await sendError(exchange, error);
    }
  }

  async function sendError(exchange: Exchange, error: unknown): Promise<void> {
    const { res, req } = exchange;
    if (error instanceof ClientGoneError || exchange.gone) return void res.destroy();
    const failure = toCubitError(error, exchange, log);
    // Only a broken connection tells the client that the answer is incomplete.
    if (res.headersSent) return void res.destroy();
    if (failure.code === 'request_timeout') req.once('close', () => req.socket.destroy());
    await sendReply(exchange, errorReply(failure), base);
  }
}

/** Node keeps reading an unwanted body so that the connection can be reused. This limits how long. */
function closeConnectionLater({ req }: Exchange): void {
  const { socket } = req;
  if (socket.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  req.once('end', () => clearTimeout(timer));
}

/** The error that the client gets. An unexpected error is logged and becomes `500 internal` without details. */
function toCubitError(error: unknown, exchange: Pick<Exchange, 'id' | 'route'>, log: Logger): CubitError {
  const known = asClientError(error);
  if (isCubitError(known)) return known;
  log.error({ err: error, request_id: exchange.id, route: exchange.route }, 'request failed');
  return errorOf('internal', 'Something went wrong on the server.');
}

function errorReply(error: CubitError): RouteReply {
  return { status: error.status, headers: error.headers, body: errorBody(error) };
}
