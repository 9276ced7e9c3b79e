import { afterAll, describe, expect, it } from '@jest/globals';
import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { defineRoute } from '@cubit/database';
import { createTestServer, until } from '@cubit/testing';

const PIECE = 'x'.repeat(64 * 1024);
/** More than the buffers of the system hold. */
const PIECES = 1_000;
/** A source that has sent nothing between so many looks is at rest. */
const LOOKS_AT_REST = 10;

const cutting = { current: new AbortController() };
const state = { sent: 0, ended: false };

async function* pieces(): AsyncGenerator<string> {
  try {
    for (; state.sent < PIECES; state.sent += 1) yield await Promise.resolve(PIECE);
    await new Promise((resolve) => cutting.current.signal.addEventListener('abort', resolve));
  } finally {
    state.ended = true;
  }
}

const streaming = defineRoute({
  operationId: 'stream',
  method: 'GET',
  path: '/api/v1/stream',
  summary: 'Stream',
  tag: 'Spec',
  access: 'anonymous',
  streaming: true,
  responses: { 200: { description: 'The stream.', mediaType: 'text/plain' } },
  handler: () => Promise.resolve({ status: 200, stream: pieces(), cut: cutting.current.signal }),
});
const server = await createTestServer({
  capabilities: () => [{ name: 'stream', create: () => ({ name: 'stream', routes: [streaming] }) }],
});
const address = await server.listen();
afterAll(() => server.close());

async function openStream(sent: number): Promise<IncomingMessage> {
  cutting.current = new AbortController();
  Object.assign(state, { sent, ended: false });
  const call = request(`${address}/api/v1/stream`, { agent: false });
  call.end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  return response;
}
const closed = (response: IncomingMessage) => new Promise<void>((resolve) => response.on('close', () => resolve()));

describe('an aborted stream', () => {
  it('discards what a slow client has not read, together with the connection', async () => {
    const response = await openStream(0);
    response.pause();
    let looks = 0;
    let before = -1;
    await until('the source stops because the client is slow', () => {
      looks = state.sent === before ? looks + 1 : 0;
      before = state.sent;
      return looks === LOOKS_AT_REST;
    });
    cutting.current.abort();

    let received = 0;
    const over = closed(response);
    response.on('data', (data: Buffer) => (received += data.length)).resume();
    await over;
    expect(response.complete).toBe(false);
    expect(received).toBeLessThan(state.sent * PIECE.length);
    expect(state.ended).toBe(true);
  });

  it('ends normally for a client that has read everything', async () => {
    const response = await openStream(PIECES - 1);
    const over = closed(response);
    let received = 0;
    response.on('data', (data: Buffer) => {
      received += data.length;
      if (received === PIECE.length) cutting.current.abort();
    });
    await over;
    expect(response.complete).toBe(true);
    expect(received).toBe(PIECE.length);
  });
});
