import type { Logger, RouteReply } from '@cubit/core';
import type { Exchange } from './exchange.js';
import type { RequestLog } from './log/request-log.js';
import type { BaseHeaders } from './reply/base-headers.js';
import { errorReply, tellable } from './reply/error-reply.js';
import { sendReply } from './reply/send-reply.js';
import { ClientGoneError } from './request/client-gone-error.js';

export interface ServeOptions {
  readonly base: BaseHeaders;
  readonly log: Logger;
  readonly takeNote: RequestLog;
  /** Exchanges of streaming routes: ended when the server closes. */
  readonly streams: Set<Exchange>;
}

/** Answers one exchange with what `work` gives or throws, and never fails itself. */
export type Serve = (
  exchange: Exchange,
  work: (exchange: Exchange) => Promise<RouteReply>,
  streaming?: boolean,
) => void;

/** How long what is left of a refused body is read, so that the client gets to read the answer, before the connection is cut. */
const LINGER_MS = 2_000;

export function createServe({ base, log, takeNote, streams }: ServeOptions): Serve {
  return (exchange, work, streaming = false) => {
    if (streaming) streams.add(exchange);
    exchange.res.once('close', () => {
      streams.delete(exchange);
      if (!exchange.res.writableFinished) exchange.abort();
      // Undefined for a request that was injected: it has no connection to cut.
      if (exchange.req.complete === false) cutLater(exchange);
      takeNote(exchange);
    });
    void settle(exchange, work);
  };

  async function settle(exchange: Exchange, work: (exchange: Exchange) => Promise<RouteReply>): Promise<void> {
    try {
      await sendReply(exchange, await work(exchange), base);
    } catch (error) {
      await sendError(exchange, error);
    }
  }

  async function sendError(exchange: Exchange, error: unknown): Promise<void> {
    const { res, req } = exchange;
    if (error instanceof ClientGoneError || exchange.gone) return void res.destroy();
    const told = tellable(error, exchange, log);
    // Nothing but the cut tells the client that what it has is not the whole.
    if (res.headersSent) return void res.destroy();
    if (told.code === 'request_timeout') req.once('close', () => req.socket.destroy());
    await sendReply(exchange, errorReply(told), base);
  }
}

/** Node reads on for a body that nobody wants, so that the connection can be used again: not for ever. */
function cutLater({ req }: Exchange): void {
  const { socket } = req;
  if (socket.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  req.once('end', () => clearTimeout(timer));
}
