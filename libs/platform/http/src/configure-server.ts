import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const MAX_HEADER_BYTES = 16 * 1024;
const KEEP_ALIVE_MS = 65_000;

export interface ServerLimits {
  readonly headersTimeoutMs: number;
  readonly answerClientError: (error: Error, socket: Socket) => void;
}

/** Sets the limits of a server and its answers to malformed requests, which have the same form as every other error. */
export function configureServer(server: Server, { headersTimeoutMs, answerClientError }: ServerLimits): void {
  // Node reads it for each connection, but its types do not declare it.
  (server as Server & { maxHeaderSize?: number }).maxHeaderSize = MAX_HEADER_BYTES;
  server.headersTimeout = headersTimeoutMs;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // Bodies have their own time limit (`readBody`): uploads must not have this one.
  server.requestTimeout = 0;
  server.on('clientError', (error, socket) => answerClientError(error, socket as Socket));
  // An unknown expectation may be ignored (RFC 9110, 10.1.1). Node's own answer would not have the form of our errors.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
}
