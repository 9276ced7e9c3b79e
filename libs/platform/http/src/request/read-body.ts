import type { IncomingMessage } from 'node:http';
import { type CubitError, errorOf } from '@cubit/core';
import { ClientGoneError } from './client-gone-error.js';

interface BodyLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/** Whether the header fields announce a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

export function payloadTooLarge(maxBytes: number): CubitError {
  return errorOf('payload_too_large', `The body must not exceed ${maxBytes} bytes.`);
}

/** Reads the whole body. Memory use stays within the limit, whatever `Content-Length` says. */
export function readBody(req: IncomingMessage, { maxBytes, timeoutMs }: BodyLimits): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) return Promise.reject(payloadTooLarge(maxBytes));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      req.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
      finish();
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) return settle(() => reject(payloadTooLarge(maxBytes)));
      chunks.push(chunk);
    };
    const onEnd = () =>
      settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length)));
    const onGone = () => settle(() => reject(new ClientGoneError()));
    const timer = setTimeout(
      () => settle(() => reject(errorOf('request_timeout', 'The body was not received in time.'))),
      timeoutMs,
    );
    req.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
}

/** The body as a stream, for uploads. Fails if it exceeds the limit, or if no data arrives for `timeoutMs`. */
export async function* streamBody(
  req: IncomingMessage,
  { maxBytes, timeoutMs }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw payloadTooLarge(maxBytes);
  // Destroying the request would close the connection, and the answer could not be sent.
  const chunks = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let length = 0;
  for (;;) {
    const { value, done } = await withTimeout(chunks.next(), timeoutMs);
    if (done === true) return;
    length += value.length;
    if (length > maxBytes) throw payloadTooLarge(maxBytes);
    yield value;
  }
}

async function withTimeout<Value>(awaited: Promise<Value>, timeoutMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(errorOf('request_timeout', 'The body was not received in time.')), timeoutMs);
  });
  // After a timeout nobody awaits this promise; its rejection must not be unhandled.
  awaited.catch(() => {});
  try {
    return await Promise.race([awaited, late]);
  } finally {
    clearTimeout(timer);
  }
}
