import type { AddressInfo } from 'node:net';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { fail, type Kernel, type Logger, type RouteReply } from '@cubit/core';
import { answer, answerUnknown, type Answering } from './answer.js';
import { closeGracefully, type Closing } from './close-gracefully.js';
import { Exchange } from './exchange.js';
import { HttpMetrics } from './log/metrics.js';
import { requestLog } from './log/request-log.js';
import { MemoryRateLimiter } from './rate-limit/memory-rate-limiter.js';
import type { RateLimiter } from './rate-limit/rate-limiter.js';
import { ratePolicies } from './rate-limit/rate-limits.js';
import { Throttle } from './rate-limit/throttle.js';
import { baseHeaders } from './reply/base-headers.js';
import { answerClientError, clientErrorReply } from './reply/client-error.js';
import { compileRoute, type CompiledRoute } from './route/compiled-route.js';
import { operationRoutes } from './route/operation-routes.js';
import { pathOf } from './route/path-of.js';
import { RouteTable, type Found } from './route/route-table.js';
import { scopeIndex } from './route/scope-index.js';
import type { AwaitEffects } from './run-handler.js';
import { createServe } from './serve.js';
import {
  DEFAULT_HEADERS_TIMEOUT_MS,
  DEFAULT_MAX_BODY_BYTES,
  DEFAULT_REQUEST_TIMEOUT_MS,
  type HttpSettings,
} from './settings.js';

export interface HttpServerOptions {
  readonly kernel: Kernel;
  readonly log: Logger;
  readonly settings?: HttpSettings;
  /** Where requests are counted. Default: the memory of this process. */
  readonly rateLimiter?: RateLimiter;
  /** Makes `Prefer: wait` hold; without it the preference is not applied. */
  readonly awaitEffects?: AwaitEffects;
}

export interface ListenOptions {
  readonly port: number;
  readonly host: string;
}

export interface HttpServer {
  /** For requests within the process (`inject`). */
  readonly app: FastifyInstance;
  listen(options: ListenOptions): Promise<{ readonly address: string; readonly port: number; readonly url: string }>;
  /** Takes nothing new, ends event streams, lets the rest finish for so long and then cuts it. */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

const MAX_PARAM_LENGTH = 2_048;
const MAX_HEADER_BYTES = 16 * 1024;
const CONNECTIONS_CHECK_MS = 1_000;
const KEEP_ALIVE_MS = 65_000;
const DEFAULT_GRACE_MS = 8_000;
const UNMATCHED = 'unmatched';

/** Serves the routes of a kernel. There is no other list of them. */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { kernel, log, settings = {}, awaitEffects = null } = options;
  const metrics = settings.metrics === true ? new HttpMetrics() : null;
  const { newId, settings: kernelSettings } = kernel.services;
  const closing: Closing = { begun: false };
  const base = baseHeaders({ closing, https: kernelSettings.publicUrl.startsWith('https:') });
  const definitions = [...operationRoutes(kernel, metrics), ...(settings.api === false ? [] : kernel.routes)];
  const streams = new Set<Exchange>();
  const takeNote = requestLog({ log, lines: settings.logRequests !== false, metrics });
  const serve = createServe({ base, log, takeNote, streams });
  const exchangeOf = (request: FastifyRequest, reply: FastifyReply, route: string) =>
    new Exchange(request, reply.hijack().raw, { newId, route });
  const refuse = (request: FastifyRequest, reply: FastifyReply, work: (exchange: Exchange) => Promise<RouteReply>) => {
    serve(exchangeOf(request, reply, UNMATCHED), work);
  };

  const app = fastify({
    logger: false,
    trustProxy: (settings.trustProxy ?? false) as boolean,
    routerOptions: { querystringParser: () => ({}) },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Bodies have a time limit of their own (`readBody`), since uploads must not.
    requestTimeout: 0,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      requireHostHeader: false,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
      headersTimeout: settings.headersTimeoutMs ?? DEFAULT_HEADERS_TIMEOUT_MS,
    },
    clientErrorHandler: (error, socket) => answerClientError(socket, clientErrorReply(error), { base, id: newId() }),
    frameworkErrors: (_error, request, reply) =>
      refuse(request, reply as unknown as FastifyReply, () => Promise.reject(urlFault())),
  });
  app.removeAllContentTypeParsers();

  const bodyDefaults = {
    maxBytes: settings.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
    timeoutMs: settings.requestTimeoutMs ?? DEFAULT_REQUEST_TIMEOUT_MS,
  };
  const scopes = scopeIndex(kernel.registry);
  const table = new RouteTable<() => CompiledRoute>();
  for (const definition of definitions) {
    let compiled: CompiledRoute | undefined;
    const route = () => (compiled ??= compileRoute(definition, scopes, bodyDefaults));
    table.add(definition.method, definition.path, route);
    if (definition.method === 'GET') table.add('HEAD', definition.path, route);
  }
  const allowed = (path: string) => {
    const methods = table.methods(path);
    return methods.length > 0 ? [...methods, 'OPTIONS'].sort() : [];
  };
  const answering: Answering = { kernel, throttle: throttleOf(options), allowed, awaitEffects };
  // All is done in this first hook: Fastify would look at the body's type before anybody has asked who the caller is.
  app.addHook('onRequest', (request, reply) => {
    const found = findRoute(table, request);
    if (found instanceof Error) return refuse(request, reply, () => Promise.reject(found));
    if (!found) return refuse(request, reply, (exchange) => answerUnknown(exchange, answering));
    const route = found.value();
    const { path, streaming } = route.definition;
    serve(exchangeOf(request, reply, path), (exchange) => answer(exchange, route, found.params, answering), streaming);
  });
  app.setNotFoundHandler(unreachable);
  await app.ready();
  // An expectation that is not known may be ignored (RFC 9110, 10.1.1); Node's own answer would not be in our form.
  app.server.on('checkExpectation', (req, res) => app.server.emit('request', req, res));

  return {
    app,
    listen: async ({ port, host }) => {
      await app.listen({ port, host });
      const { address, port: bound, family } = app.server.address() as AddressInfo;
      return { address, port: bound, url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}` };
    },
    close: ({ graceMs = DEFAULT_GRACE_MS } = {}) => closeGracefully(app, { closing, streams, graceMs }),
  };
}

function throttleOf({ settings = {}, rateLimiter }: HttpServerOptions): Throttle | null {
  if (settings.rateLimit === 'off') return null;
  return new Throttle(rateLimiter ?? new MemoryRateLimiter(), ratePolicies(settings.rateLimits));
}

/** The route of a request; null for none, an error where the path cannot be read. */
function findRoute<Value>(table: RouteTable<Value>, { raw }: FastifyRequest): Found<Value> | Error | null {
  try {
    const found = table.find(raw.method ?? '', pathOf(raw.url));
    const isLong = Object.values(found?.params ?? {}).some((value) => value.length > MAX_PARAM_LENGTH);
    return isLong ? fail('uri_too_long', 'A part of the path is too long.') : found;
  } catch (error) {
    if (error instanceof URIError) return urlFault();
    throw error;
  }
}

function urlFault(): Error {
  return fail('invalid_request', 'The path is not percent-encoded UTF-8.');
}

function unreachable(): never {
  throw new Error('The request was answered before.');
}
