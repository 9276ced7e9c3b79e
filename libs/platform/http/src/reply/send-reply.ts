import type { RouteReply } from '@cubit/core';
import type { Exchange } from '../exchange.js';
import { drainBody } from '../request/drain-body.js';
import { hasBody } from '../request/read-body.js';
import type { BaseHeaders, ReplyHeaders } from './base-headers.js';
import { chooseEncoding, compress, shouldCompress } from './compression.js';
import { sendStream } from './send-stream.js';
import { setCookies } from './set-cookie.js';

const JSON_TYPE = 'application/json';
const BYTES_TYPE = 'application/octet-stream';
const NO_CONTENT = new Set([204, 304]);

/** Sends an answer. Throws only before the header fields are sent, except when a stream fails. */
export async function sendReply(exchange: Exchange, reply: RouteReply, base: BaseHeaders): Promise<void> {
  const { res } = exchange;
  const headers = base(exchange);
  for (const name in reply.headers) headers[name.toLowerCase()] = reply.headers[name] ?? '';
  const { location } = headers;
  if (typeof location === 'string' && location.startsWith('/')) headers['location'] = exchange.mountPath + location;
  if (reply.cookies) headers['set-cookie'] = setCookies(reply.cookies, exchange);
  if (reply.stream !== undefined) {
    headers['content-type'] = reply.mediaType ?? BYTES_TYPE;
    res.writeHead(reply.status, headers as never);
    return sendStream(exchange, reply.stream, reply);
  }
  const content = contentOf(reply);
  if (content === null || NO_CONTENT.has(reply.status)) {
    if (!NO_CONTENT.has(reply.status)) headers['content-length'] = 0;
    res.writeHead(reply.status, headers as never);
    return end(exchange, headers);
  }
  const mediaType = reply.mediaType ?? (reply.bytes === undefined ? JSON_TYPE : BYTES_TYPE);
  headers['content-type'] = mediaType;
  const bytes = typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
  const encoded = shouldCompress(bytes, mediaType) ? await encode(exchange, { content, bytes, headers }) : null;
  headers['content-length'] = encoded?.byteLength ?? bytes;
  res.writeHead(reply.status, headers as never);
  return end(exchange, headers, encoded ?? content);
}

/**
 * If the answer comes before the request body has ended, reads the rest of the body: before the connection is closed, or so that it can
 * be used again.
 */
async function end({ req, res }: Exchange, headers: ReplyHeaders, content?: string | Uint8Array): Promise<void> {
  // Undefined for an injected request: it has no further body.
  const isEarly = req.complete === false && hasBody(req);
  const closes = !res.shouldKeepAlive || headers['connection'] === 'close';
  if (!isEarly || !closes) {
    res.end(content);
    if (isEarly) void drainBody(req);
    return;
  }
  if (content === undefined) res.flushHeaders();
  else res.write(content);
  await drainBody(req);
  res.end();
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
