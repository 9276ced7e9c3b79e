import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody } from '@cubit/core/host';
import { type CubitError, errorOf } from '@cubit/core';
import type { BaseHeaders } from './base-headers.js';

/** What Node's parser and timers report of requests that never became one. */
export function clientErrorReply(error: Error & { readonly code?: string }): CubitError {
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return errorOf('headers_too_large', 'The request line and header fields are too large.');
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return errorOf('request_timeout', 'The request was not received in time.');
  return errorOf('invalid_request', 'The request is not well-formed HTTP.');
}

/**
 * Answers on the bare socket in the format of every error. If an answer has begun already, the connection is only
 * closed.
 */
export function answerClientError(
  socket: Socket,
  error: CubitError,
  { base, id }: { readonly base: BaseHeaders; readonly id: string },
): void {
  const busy = (socket as Socket & { readonly _httpMessage?: { readonly headersSent: boolean } | null })._httpMessage;
  if (!socket.writable || busy?.headersSent === true) return void socket.destroy();
  const body = JSON.stringify(errorBody(error));
  const headers = {
    ...base({ id, rate: null }),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    date: new Date().toUTCString(),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
}
