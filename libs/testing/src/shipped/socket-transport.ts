import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestRequest, Transport } from '../test-client.js';

export interface SocketTransport {
  readonly send: Transport;
  close(): void;
}

const GONE: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

/** Sends requests unchanged over persistent connections: `fetch` rewrites paths and refuses some methods. */
export function socketTransport(address: string): SocketTransport {
  const { hostname, port } = new URL(address);
  const agent = new Agent({ keepAlive: true });
  const exchange = ({ method, path, headers, body }: TestRequest): Promise<IncomingMessage> => {
    const content = body === undefined ? null : Buffer.from(body as string | Uint8Array);
    const length = content === null ? {} : { 'content-length': content.byteLength };
    const options = { hostname, port, agent, method, path, headers: { ...length, ...headers } };
    return new Promise((resolve, reject) => {
      const sent = request(options, resolve);
      sent.once('error', (error: NodeJS.ErrnoException) => {
        // The server closed an idle connection while the request was sent, so it has not been processed: repeat it.
        const isStale = sent.reusedSocket && GONE.has(error.code ?? '');
        if (isStale) exchange({ method, path, headers: headers ?? {}, body }).then(resolve, reject);
        else reject(error);
      });
      sent.end(content ?? undefined);
    });
  };
  const send: Transport = async (sent) => {
    const reply = await exchange(sent);
    return { status: reply.statusCode ?? 0, headers: reply.headers, text: await text(reply) };
  };
  return { send, close: () => agent.destroy() };
}
