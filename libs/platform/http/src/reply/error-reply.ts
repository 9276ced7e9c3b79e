import { asClientError } from '@cubit/database';
import { errorBody, type Logger } from '@cubit/core/host';
import { type CubitError, errorOf, isCubitError, type RouteReply } from '@cubit/core';
import type { Exchange } from '../exchange.js';

/** The error that the client gets. An unexpected error is logged and becomes `500 internal` without details. */
export function toCubitError(error: unknown, exchange: Pick<Exchange, 'id' | 'route'>, log: Logger): CubitError {
  const known = asClientError(error);
  if (isCubitError(known)) return known;
  log.error({ err: error, request_id: exchange.id, route: exchange.route }, 'request failed');
  return errorOf('internal', 'Something went wrong on the server.');
}

export function errorReply(error: CubitError): RouteReply {
  return { status: error.status, headers: error.headers, body: errorBody(error) };
}
