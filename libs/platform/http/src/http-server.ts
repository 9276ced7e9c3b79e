import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeGracefully } from './close-gracefully.js';
import { createCubit, type Cubit, type CubitOptions, type CubitRouter } from './create-cubit.js';

export type HttpServerOptions = CubitOptions;

export interface ListenOptions {
  readonly port: number;
  readonly host: string;
}

export interface HttpServer {
  /** Handles requests from within the process. */
  readonly router: CubitRouter;
  listen(options: ListenOptions): Promise<{ readonly address: string; readonly port: number; readonly url: string }>;
  /** Stops accepting connections, ends event streams, waits `graceMs` for other requests, then closes their connections. */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

const CONNECTIONS_CHECK_MS = 1_000;
const DEFAULT_GRACE_MS = 8_000;

export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  return serveCubit(await createCubit(options));
}

export interface ServeOptions {
  /** Answers requests that no route answers, of the addresses that `isFallback` accepts. */
  readonly fallback?: (req: IncomingMessage, res: ServerResponse) => void;
  readonly isFallback?: (url: string) => boolean;
}

/** Creates an HTTP server for the router. */
export function serveCubit(cubit: Cubit, { fallback, isFallback = () => true }: ServeOptions = {}): HttpServer {
  // The router answers a missing host, so that the error has our form.
  const options = { requireHostHeader: false, connectionsCheckingInterval: CONNECTIONS_CHECK_MS };
  const server = createServer(options, (req, res) => {
    if (fallback && isFallback(req.url ?? '/')) cubit.router(req, res, () => fallback(req, res));
    else cubit.router(req, res);
  });
  cubit.configureServer(server);
  return {
    router: cubit.router,
    listen: async ({ port, host }) => {
      server.listen({ port, host });
      await once(server, 'listening');
      const { address, port: bound, family } = server.address() as AddressInfo;
      return { address, port: bound, url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}` };
    },
    close: ({ graceMs = DEFAULT_GRACE_MS } = {}) => closeGracefully(server, { cubit, graceMs }),
  };
}
