import { isIP, type LookupFunction } from 'node:net';
import type { ChannelAnswer, ChannelRequest } from '@cubit/core/host';
import type { Client, Dispatcher } from 'undici';
import { failureReason, PostFailure } from './post-failure.js';
import { refusedAddress } from './refused-addresses.js';
import type { Resolve } from './resolver.js';
import { hostOf, parseTarget, RefusedTarget, requirePublicHost } from './target.js';

/** From the name lookup to the end of the response headers. */
const DELIVERY_TIMEOUT_MS = 5_000;
/** Maximum number of bytes that are read of the response body. */
const READ_BYTES = 1_024;
const HEAD_BYTES = 16_384;

export interface PostOptions {
  readonly resolve: Resolve;
  /** Allows addresses that are not public. Never in production. */
  readonly allowInternal: boolean;
  /** Default 5 s. */
  readonly timeoutMs?: number | undefined;
  /** Ends the request. */
  readonly signal?: AbortSignal | undefined;
}

interface Guard extends PostOptions {
  /** Aborted at the timeout, and by that of the options. */
  readonly signal: AbortSignal;
}

/**
 * Sends one JSON POST to a public address, on its own connection, without redirects or retries. Returns any response; throws `RefusedTarget`
 * or `PostFailure`.
 */
export async function guardedPost(request: ChannelRequest, options: PostOptions): Promise<ChannelAnswer> {
  const head = { 'content-type': 'application/json', ...lowerCase(request.headers ?? {}) };
  const message = { method: 'POST', url: request.url, headers: head, body: JSON.stringify(request.body) } as const;
  return guardedRequest(message, options, async ({ statusCode, body }) => ({
    status: statusCode,
    body: await beginningOf(body),
  }));
}

/** An answer that was read completely. Names of headers are in lower case. */
export interface GuardedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/**
 * Sends any request as `guardedPost` does, and reads an answer of at most `maxBytes`. A longer one and one that does not arrive in time are a
 * `PostFailure`.
 */
export async function guardedFetch(
  message: GuardedMessage,
  { maxBytes, ...options }: PostOptions & { readonly maxBytes: number },
): Promise<GuardedAnswer> {
  return guardedRequest(message, options, async (reply) => ({
    status: reply.statusCode,
    headers: joined(reply.headers),
    bytes: await wholeOf(reply.body, maxBytes),
  }));
}

export interface GuardedMessage {
  readonly method: Dispatcher.HttpMethod;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

async function guardedRequest<Answer>(
  { method, url: text, headers, body }: GuardedMessage,
  options: PostOptions,
  read: (reply: Dispatcher.ResponseData) => Promise<Answer>,
): Promise<Answer> {
  const url = parseTarget(text);
  if (!options.allowInternal) requirePublicHost(url);
  const { timeoutMs = DELIVERY_TIMEOUT_MS } = options;
  // Loaded with the first request, to save memory in instances without channels.
  const undici = await import('undici');
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  const signal = options.signal ? AbortSignal.any([deadline.signal, options.signal]) : deadline.signal;
  const client = clientTo(undici, url, { ...options, signal });
  try {
    const reply = await client.request({
      method,
      path: `${url.pathname}${url.search}`,
      headers: { ...defaultHeaders(url), ...headers },
      ...(body !== undefined && { body }),
      signal,
    });
    return await read(reply);
  } catch (error) {
    if (error instanceof RefusedTarget) throw error;
    const late = `The receiver did not answer within ${timeoutMs / 1_000} s.`;
    throw new PostFailure(deadline.signal.aborted ? late : failureReason(error), { cause: error });
  } finally {
    clearTimeout(timer);
    // The rest of the response is discarded.
    await client.destroy();
  }
}

/** Without time limits: the deadline is one, for everything. */
function clientTo({ buildConnector, Client }: typeof import('undici'), url: URL, guard: Guard): Client {
  const connect = buildConnector({
    timeout: 0,
    maxCachedSessions: 0,
    allowH2: false,
    lookup: checkedLookup(guard),
  });
  const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
  return new Client(url.origin, { connect, pipelining: 1, maxHeaderSize: HEAD_BYTES, ...timeouts });
}

/** Resolves a host name and checks every address. Only these addresses are connected to, which prevents DNS rebinding. */
function checkedLookup(guard: Guard): LookupFunction {
  return (hostname, options, callback) => {
    addressesOf(hostOf({ hostname }), guard).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (options.all) callback(null, found);
        else callback(null, first?.address ?? '', first?.family ?? 0);
      },
      (error: unknown) => callback(error as Error, '', 0),
    );
  };
}

async function addressesOf(host: string, { resolve, allowInternal, signal }: Guard): Promise<readonly string[]> {
  const late = Promise.withResolvers<never>();
  const giveUp = () => late.reject(new PostFailure('The host name could not be resolved in time.'));
  signal.addEventListener('abort', giveUp, { once: true });
  const addresses = await Promise.race([resolve(host), late.promise]).finally(() =>
    signal.removeEventListener('abort', giveUp),
  );
  if (addresses.length === 0) throw new PostFailure('The host name is unknown.');
  const rule = allowInternal ? null : addresses.map(refusedAddress).find((reason) => reason !== null);
  if (rule) throw new RefusedTarget(`The host resolves to ${rule}.`);
  return addresses;
}

function defaultHeaders({ username, password }: URL): Record<string, string> {
  const basic = Buffer.from(`${plain(username)}:${plain(password)}`).toString('base64');
  return {
    'user-agent': 'Cubit',
    ...(username === '' ? {} : { authorization: `Basic ${basic}` }),
  };
}

function plain(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

function joined(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The first bytes of the response body. A body that times out or breaks off is not an error, because the headers have arrived. */
async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  try {
    let size = 0;
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size >= READ_BYTES) break;
    }
  } catch {
    // Returns the bytes that have arrived.
  }
  return Buffer.concat(chunks).subarray(0, READ_BYTES).toString('utf8');
}

async function wholeOf(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new PostFailure(`The document is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
