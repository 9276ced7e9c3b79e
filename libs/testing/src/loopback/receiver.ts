import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SelfSignedCertificate } from './self-signed-certificate.js';

export interface ReceivedPost {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A web server on this machine that records JSON posts. */
export interface Receiver {
  readonly address: string;
  readonly posts: readonly ReceivedPost[];
  close(): Promise<void>;
}

/** With a certificate: over HTTPS. `host` is an address of this machine. */
export async function startReceiver(certificate?: SelfSignedCertificate, host = '127.0.0.1'): Promise<Receiver> {
  const posts: ReceivedPost[] = [];
  const take: RequestListener = (request, reply) =>
    void text(request).then((body) => {
      posts.push({ path: request.url ?? '', body: JSON.parse(body) as ReceivedPost['body'] });
      reply.writeHead(200).end('ok');
    });
  const server: Server = certificate ? createTlsServer({ ...certificate }, take) : createServer(take);
  server.listen(0, host);
  await once(server, 'listening');
  return {
    address: `http${certificate ? 's' : ''}://${host}:${(server.address() as AddressInfo).port}`,
    posts,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
