import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RouteReply } from '@cubit/core';
import { Exchange, type ExchangeContext } from './exchange.js';
import { requireWellFormedRequest } from './request/require-well-formed-request.js';
import { readTarget } from './route/request-path.js';
import type { Serve } from './serve.js';

/** Answers a request that no route answers: sends the answer itself, or returns it. What it throws is answered as an error of a route. */
export type FallbackHandler = (req: IncomingMessage, res: ServerResponse) => RouteReply | null;

export type ServeFallback = (req: IncomingMessage, res: ServerResponse, handler: FallbackHandler) => void;

export interface FallbackOptions {
  readonly context: ExchangeContext;
  readonly serve: Serve;
  readonly route: string;
}

/** Gives requests that no route answers a request id, and their errors the form of every error. */
export function createServeFallback({ context, serve, route }: FallbackOptions): ServeFallback {
  return (req, res, handler) => {
    const exchange = new Exchange(req, res, { context, route });
    res.setHeader('X-Request-Id', exchange.id);
    try {
      requireWellFormedRequest(req);
      req.url = readTarget(req.url);
      const reply = handler(req, res);
      if (reply) serve(exchange, () => Promise.resolve(reply));
    } catch (error) {
      serve(exchange, () => Promise.reject(error as Error));
    }
  };
}
