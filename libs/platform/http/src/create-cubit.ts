import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { errorOf, type RouteReply } from '@cubit/core';
import type { Kernel } from '@cubit/runtime';
import type { Logger, RouteDefinition } from '@cubit/core/host';
import { answer, answerUnknown, type AnswerContext } from './answer.js';
import { assemble } from './assemble.js';
import { Exchange, type ExchangeContext } from './exchange.js';
import { HttpMetrics } from './log/metrics.js';
import { requestLogger } from './log/request-log.js';
import { MemoryRateLimiter } from './rate-limit/memory-rate-limiter.js';
import type { RateLimiter } from './rate-limit/rate-limiter.js';
import { ratePolicies } from './rate-limit/rate-limits.js';
import { Throttle } from './rate-limit/throttle.js';
import { baseHeaders, type BaseHeaders } from './reply/base-headers.js';
import { answerClientError, clientErrorReply } from './reply/client-error.js';
import { compileTrust } from './request/client.js';
import { compileRoute, type CompiledRoute } from './route/compiled-route.js';
import { operationRoutes } from './route/operation-routes.js';
import { pathOf, readTarget } from './route/request-path.js';
import type { RouteHandlers } from './route/routers.js';
import { createServe } from './serve.js';
import { createServeFallback, type ServeFallback } from './serve-fallback.js';
import type { ShutdownState } from './shutdown-state.js';
import {
  DEFAULT_HEADERS_TIMEOUT_MS,
  DEFAULT_MAX_BODY_BYTES,
  DEFAULT_REQUEST_TIMEOUT_MS,
  type HttpSettings,
} from './settings.js';
import { configureServer } from './configure-server.js';

export interface CubitOptions {
  readonly kernel: Kernel;
  readonly log: Logger;
  readonly settings?: HttpSettings;
  /** Where requests are counted. Default: the memory of this process. */
  readonly rateLimiter?: RateLimiter;
}

/** Answers a request. With `next`, requests for other paths are passed on, as an Express application expects. */
export type CubitRouter = (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void) => void;

/** The service, ready to be mounted in an application or a server. */
export interface Cubit {
  /** `app.use(cubit.router)`, before any body parser. */
  readonly router: CubitRouter;
  /** Answers what the router passes on: a handler sends it, with a request id, or throws an error, which is answered as one of a route. */
  readonly fallback: ServeFallback;
  /** Sets the limits of a server that mounts the router, and its answers to malformed requests. */
  configureServer(server: Server): void;
  /** Ends event streams. Later answers carry `Connection: close`. */
  close(): void;
}

const MAX_PARAM_LENGTH = 2_048;
const UNMATCHED = 'unmatched';
const API_PATH = /^\/api\/v1(?:\/|$)/;

/** Serves the routes of a kernel, besides health and metrics, through Express routers. */
export async function createCubit(options: CubitOptions): Promise<Cubit> {
  const { kernel, log, settings = {} } = options;
  const { newId, settings: instance } = kernel.services;
  const metrics = settings.metrics === true ? await HttpMetrics.create(kernel) : null;
  const shutdown: ShutdownState = { begun: false };
  const https = () => instance.publicUrl.startsWith('https:');
  const base = baseHeaders({ shutdown, https: https() });
  const streams = new Set<Exchange>();
  const logRequest = requestLogger({ log, lines: settings.logRequests !== false, metrics });
  const serve = createServe({ base, log, logRequest, streams });
  const exchangeContext: ExchangeContext = { newId, trust: compileTrust(settings.trustProxy ?? 0), https };
  const answerContext: AnswerContext = { kernel, throttle: throttleOf(options) };
  const routes = [...operationRoutes(kernel, metrics), ...(settings.api === false ? [] : kernel.routes)];
  const routers = assemble(kernel.registry, routes);
  const compile = routeCompiler(kernel, settings);
  /** Methods of the matching paths, for requests whose method no route has. */
  const methodsByRequest = new WeakMap<IncomingMessage, Set<string>>();
  const refuse = (req: IncomingMessage, res: ServerResponse, work: (exchange: Exchange) => Promise<RouteReply>) =>
    serve(new Exchange(req, res, { context: exchangeContext, route: UNMATCHED }), work);
  const unknown = (req: IncomingMessage, res: ServerResponse) => {
    const methods = methodsByRequest.get(req);
    const allowed = methods ? [...methods, 'OPTIONS'].sort() : [];
    refuse(req, res, (exchange) => answerUnknown(exchange, allowed, answerContext));
  };

  const handlers: RouteHandlers = {
    handle(definition) {
      const { path, streaming } = definition;
      const route = compile(definition);
      return (req, res) => {
        const params = req.params as Readonly<Record<string, string>>;
        const isLong = Object.values(params).some((value) => value.length > MAX_PARAM_LENGTH);
        const work = isLong
          ? () => Promise.reject(errorOf('uri_too_long', 'A part of the path is too long.'))
          : (exchange: Exchange) => answer(exchange, { route: route(), params }, answerContext);
        serve(new Exchange(req, res, { context: exchangeContext, route: path }), work, streaming);
      };
    },
    recordMethods: (methods) => (req, _res, next) => {
      const known = methodsByRequest.get(req) ?? new Set();
      for (const method of methods) known.add(method);
      methodsByRequest.set(req, known);
      next();
    },
  };

  const router: CubitRouter = (req, res, next) => {
    const { url: given = '/' } = req;
    const target = targetOf(given);
    const path = target instanceof Error ? pathOf(given) : pathOf(target);
    const found = routers.find(path, handlers);
    if (next && found.length === 0 && !API_PATH.test(path)) return next();
    if (req.readableDidRead) return refuse(req, res, () => Promise.reject(bodyWasRead()));
    if (target instanceof Error) return refuse(req, res, () => Promise.reject(target));
    req.url = target;
    tryEach(found, [req, res] as unknown as Parameters<RequestHandler>, (error) => {
      if (error !== undefined) return refuse(req, res, () => Promise.reject(error as Error));
      if (!next || API_PATH.test(path) || methodsByRequest.has(req)) return unknown(req, res);
      req.url = given;
      next();
    });
  };

  return {
    router,
    fallback: createServeFallback({ context: exchangeContext, serve, route: UNMATCHED }),
    configureServer: serverConfigurer({ settings, base, newId }),
    close: () => {
      shutdown.begun = true;
      for (const exchange of streams) exchange.abort();
    },
  };
}

interface ServerConfiguration {
  readonly settings: HttpSettings;
  readonly base: BaseHeaders;
  readonly newId: () => string;
}

function serverConfigurer({ settings, base, newId }: ServerConfiguration): (server: Server) => void {
  return (server) =>
    configureServer(server, {
      headersTimeoutMs: settings.headersTimeoutMs ?? DEFAULT_HEADERS_TIMEOUT_MS,
      answerClientError: (error, socket) => answerClientError(socket, clientErrorReply(error), { base, id: newId() }),
    });
}

/** Passes a request to one router after the other until one answers. */
function tryEach(
  [first, ...others]: readonly RequestHandler[],
  [req, res]: Parameters<RequestHandler>,
  done: (error?: unknown) => void,
): void {
  if (!first) return done();
  // Express calls back with null for no error.
  void first(req, res, (error?: unknown) => (error ? done(error) : tryEach(others, [req, res, done], done)));
}

/** Compiles a route on its first request. */
function routeCompiler({ registry }: Kernel, settings: HttpSettings): (of: RouteDefinition) => () => CompiledRoute {
  const bodyDefaults = {
    maxBytes: settings.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
    timeoutMs: settings.requestTimeoutMs ?? DEFAULT_REQUEST_TIMEOUT_MS,
  };
  return (definition) => {
    let compiled: CompiledRoute | undefined;
    return () => (compiled ??= compileRoute(definition, registry, bodyDefaults));
  };
}

function throttleOf({ settings = {}, rateLimiter }: CubitOptions): Throttle | null {
  if (settings.rateLimit === 'off') return null;
  return new Throttle(rateLimiter ?? new MemoryRateLimiter(), ratePolicies(settings.rateLimits));
}

function targetOf(target: string): string | Error {
  try {
    return readTarget(target);
  } catch (error) {
    return error as Error;
  }
}

function bodyWasRead(): Error {
  return new Error('The body was read before the request reached Cubit: mount cubit.router before body parsers.');
}
