import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { closeGracefully } from './close-gracefully.js';
import { createCubit, type Cubit, type CubitOptions, type CubitRouter } from './create-cubit.js';
import { pathOf } from './route/request-path.js';
import type { FallbackHandler } from './serve-fallback.js';

export type HttpServerOptions = CubitOptions;

export interface ListenOptions {
  readonly port: number;
  readonly host: string;
}

export interface HttpServer {
  /** Handles requests from within the process. */
  readonly router: CubitRouter;
  listen(options: ListenOptions): Promise<{ readonly address: string; readonly port: number; readonly url: string }>;
  /** Uses another certificate for new connections. Throws if it does not fit its key; the present one then stays. */
  useCertificate(certificate: Certificate): void;
  /** Stops accepting connections, ends event streams, waits `graceMs` for other requests, then closes their connections. */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

/** PEM: a certificate with its chain, and its key. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const CONNECTIONS_CHECK_MS = 1_000;
const DEFAULT_GRACE_MS = 8_000;

export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  return serveCubit(await createCubit(options));
}

export interface ServeOptions {
  /** With a certificate, the server speaks HTTPS. */
  readonly certificate?: Certificate | null;
  /** Answers requests that no route answers, of the paths that `isFallback` accepts. */
  readonly fallback?: FallbackHandler;
  readonly isFallback?: (path: string) => boolean;
}

/** Creates an HTTP server for the router. */
export function serveCubit(cubit: Cubit, { certificate, ...options }: ServeOptions = {}): HttpServer {
  return createEarlyServer({ certificate: certificate ?? null, answer: cubit.router }).serve(cubit, options);
}

/** A server that listens before there is a router. */
export interface EarlyServer extends Pick<HttpServer, 'listen' | 'useCertificate' | 'close'> {
  /** From now on the router answers. */
  serve(cubit: Cubit, options?: Omit<ServeOptions, 'certificate'>): HttpServer;
}

export interface EarlyServerOptions {
  readonly certificate: Certificate | null;
  /** Answers until `serve` is called. */
  readonly answer: (req: IncomingMessage, res: ServerResponse) => void;
}

export function createEarlyServer({ certificate, answer: first }: EarlyServerOptions): EarlyServer {
  // The router answers a missing host, so that the error has our form.
  const options = { requireHostHeader: false, connectionsCheckingInterval: CONNECTIONS_CHECK_MS };
  let answer = first;
  let served: Pick<Cubit, 'close'> = { close: () => {} };
  const onRequest = (req: IncomingMessage, res: ServerResponse) => answer(req, res);
  const tls = certificate && createTlsServer({ ...options, ...certificate }, onRequest);
  const server = tls ?? createServer(options, onRequest);
  const early: Omit<EarlyServer, 'serve'> = {
    listen: async ({ port, host }) => {
      server.listen({ port, host });
      await once(server, 'listening');
      const { address, port: bound, family } = server.address() as AddressInfo;
      return {
        address,
        port: bound,
        url: `${tls ? 'https' : 'http'}://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
      };
    },
    useCertificate: (next) => tls?.setSecureContext({ ...next }),
    close: ({ graceMs = DEFAULT_GRACE_MS } = {}) => closeGracefully(server, { cubit: served, graceMs }),
  };
  return {
    ...early,
    serve(cubit, { fallback, isFallback = () => true } = {}) {
      served = cubit;
      cubit.configureServer(server);
      answer = (req, res) => {
        if (fallback && isFallback(pathOf(req.url))) cubit.router(req, res, () => cubit.fallback(req, res, fallback));
        else cubit.router(req, res);
      };
      return { ...early, router: cubit.router };
    },
  };
}
