import type { RouteReply } from '@cubit/core';
import type { Exchange } from '../exchange.js';
import type { BaseHeaders, ReplyHeaders } from './base-headers.js';
import { chooseEncoding, compress, isWorthCompressing } from './compression.js';
import { sendStream } from './send-stream.js';
import { setCookie } from './set-cookie.js';

const JSON_TYPE = 'application/json';
const BYTES_TYPE = 'application/octet-stream';
const NO_CONTENT = new Set([204, 304]);

/** Writes an answer. Throws before anything is sent, or not at all, save for streams that break. */
export async function sendReply(exchange: Exchange, reply: RouteReply, base: BaseHeaders): Promise<void> {
  const { res } = exchange;
  const headers = base(exchange);
  for (const name in reply.headers) headers[name.toLowerCase()] = reply.headers[name] ?? '';
  if (reply.cookies) headers['set-cookie'] = reply.cookies.map((cookie) => setCookie(cookie, exchange.secure));
  if (reply.stream !== undefined) {
    headers['content-type'] = reply.mediaType ?? BYTES_TYPE;
    res.writeHead(reply.status, headers as never);
    return sendStream(exchange, reply.stream);
  }
  const content = contentOf(reply);
  if (content === null || NO_CONTENT.has(reply.status)) {
    if (!NO_CONTENT.has(reply.status)) headers['content-length'] = 0;
    return void res.writeHead(reply.status, headers as never).end();
  }
  const mediaType = reply.mediaType ?? (reply.bytes === undefined ? JSON_TYPE : BYTES_TYPE);
  headers['content-type'] = mediaType;
  const bytes = typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
  const encoded = isWorthCompressing(bytes, mediaType) ? await encode(exchange, { content, bytes, headers }) : null;
  headers['content-length'] = encoded?.byteLength ?? bytes;
  res.writeHead(reply.status, headers as never).end(encoded ?? content);
}

function contentOf({ json, body, bytes }: RouteReply): string | Uint8Array | null {
  if (json !== undefined) return json;
  if (bytes !== undefined) return bytes;
  return body === undefined ? null : JSON.stringify(body);
}

interface Encodable {
  readonly content: string | Uint8Array;
  readonly bytes: number;
  readonly headers: ReplyHeaders;
}

async function encode({ req }: Exchange, { content, bytes, headers }: Encodable): Promise<Uint8Array | null> {
  if (headers['content-encoding'] !== undefined || headers['content-range'] !== undefined) return null;
  headers['vary'] = headers['vary'] === undefined ? 'accept-encoding' : `${headers['vary'] as string}, accept-encoding`;
  const encoding = chooseEncoding(req.headers['accept-encoding']);
  if (encoding === null) return null;
  headers['content-encoding'] = encoding;
  return compress(content, bytes, encoding);
}
