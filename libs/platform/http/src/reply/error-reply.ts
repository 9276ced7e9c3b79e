import {
  asUnavailable,
  errorBody,
  fail,
  isCubitError,
  type CubitError,
  type Logger,
  type RouteReply,
} from '@cubit/core';
import type { Exchange } from '../exchange.js';

/** The error that the client is told of. What is not meant for it is logged, and nothing of it leaves the server. */
export function tellable(error: unknown, exchange: Pick<Exchange, 'id' | 'route'>, log: Logger): CubitError {
  const known = asUnavailable(error);
  if (isCubitError(known)) return known;
  log.error({ err: error, request_id: exchange.id, route: exchange.route }, 'request failed');
  return fail('internal', 'Something went wrong on the server.');
}

export function errorReply(error: CubitError): RouteReply {
  return { status: error.status, headers: error.headers, body: errorBody(error) };
}
