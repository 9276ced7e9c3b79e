import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runLoad } from './load.js';

let server: Server | undefined;
afterEach(async () => {
  server?.close();
  server?.closeAllConnections();
  if (server) await once(server, 'close');
  server = undefined;
});

async function listen(handler: RequestListener): Promise<string> {
  server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const SECONDS = 0.2;

describe('a load', () => {
  it('counts each answered request once, with its latency', async () => {
    let served = 0;
    const origin = await listen((_req, res) => {
      served += 1;
      res.end('{}');
    });
    const next = () => ({ method: 'GET', path: '/' }) as const;
    const { requests, latency } = await runLoad({ origin, headers: {}, connections: 3, seconds: SECONDS, next });
    expect(requests).toBe(served);
    expect(latency.count).toBe(served);
    expect(latency.min).toBeGreaterThan(0);
  });

  it('keeps one request in flight on each connection', async () => {
    const inFlight = new Set<unknown>();
    let most = 0;
    let overlapping = false;
    const origin = await listen((req, res) => {
      overlapping ||= inFlight.has(req.socket);
      inFlight.add(req.socket);
      most = Math.max(most, inFlight.size);
      // eslint-disable-next-line no-restricted-syntax -- a slow server
      setTimeout(() => {
        inFlight.delete(req.socket);
        res.end('{}');
      }, 5);
    });
    const next = () => ({ method: 'GET', path: '/' }) as const;
    await runLoad({ origin, headers: {}, connections: 4, seconds: SECONDS, next });
    expect(overlapping).toBe(false);
    expect(most).toBe(4);
  });

  it('sends bodies and headers', async () => {
    const seen: string[] = [];
    const origin = await listen((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        seen.push(`${req.method} ${req.headers.authorization} ${Buffer.concat(chunks).toString()}`);
        res.end('{}');
      });
    });
    const next = () => ({ method: 'POST', path: '/', body: '{"a":1}' }) as const;
    const headers = { authorization: 'Bearer token' };
    await runLoad({ origin, headers, connections: 1, seconds: SECONDS, next });
    expect(new Set(seen)).toEqual(new Set(['POST Bearer token {"a":1}']));
  });

  it('fails with the answer if its status is not 2xx', async () => {
    const origin = await listen((_req, res) => res.writeHead(429).end('too many'));
    const next = () => ({ method: 'GET', path: '/parts' }) as const;
    await expect(runLoad({ origin, headers: {}, connections: 2, seconds: SECONDS, next })).rejects.toThrow(
      'GET /parts gave 429: too many',
    );
  });
});
