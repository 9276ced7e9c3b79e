import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { defineRoute } from '@cubit/database';
import { createTestServer, FAKE_INTERVALS, until } from '@cubit/testing';

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
/** What a stream sends next; null: it ends. */
const next = { send: (_piece: string | null): void => {} };

async function* sent(): AsyncGenerator<string> {
  for (;;) {
    const piece = await new Promise<string | null>((resolve) => (next.send = resolve));
    if (piece === null) return;
    yield piece;
  }
}

const quiet = (['text/event-stream', 'text/csv'] as const).map((mediaType) =>
  defineRoute({
    ...streaming,
    operationId: `quiet-${mediaType}`,
    path: `/api/v1/quiet/${mediaType}`,
    responses: { 200: { description: 'The stream.', mediaType } },
    handler: () => Promise.resolve({ status: 200, mediaType, stream: sent() }),
  }),
);
const server = await createTestServer({
  capabilities: () => [{ name: 'stream', create: () => ({ name: 'stream', routes: [streaming, ...quiet] }) }],
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

describe('a quiet stream', () => {
  const COMMENT = ': keep-alive\n\n';
  beforeEach(() => void jest.useFakeTimers(FAKE_INTERVALS));
  afterEach(() => void jest.useRealTimers());

  async function openQuiet(mediaType: string) {
    const call = request(`${address}/api/v1/quiet/${mediaType}`, { agent: false }).end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    const over = closed(response);
    let text = '';
    response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    return { text: () => text, over };
  }

  it('of events sends a comment 15 s after its last byte, as often as it takes', async () => {
    const stream = await openQuiet('text/event-stream');
    jest.advanceTimersByTime(14_999);
    next.send('data: 1\n\n');
    await until('the message arrives', () => stream.text() === 'data: 1\n\n');
    jest.advanceTimersByTime(14_999);
    next.send('data: 2\n\n');
    await until('the next message arrives', () => stream.text().endsWith('data: 2\n\n'));
    jest.advanceTimersByTime(15_000);
    await until('a comment arrives', () => stream.text().endsWith(`data: 2\n\n${COMMENT}`));
    jest.advanceTimersByTime(15_000);
    await until('the next comment arrives', () => stream.text().split(COMMENT).length === 3);
    next.send(null);
    await stream.over;
    expect(stream.text()).toBe(`data: 1\n\ndata: 2\n\n${COMMENT}${COMMENT}`);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('of another media type sends nothing of its own', async () => {
    const stream = await openQuiet('text/csv');
    jest.advanceTimersByTime(60_000);
    next.send('a,b\n');
    await until('the row arrives', () => stream.text() !== '');
    next.send(null);
    await stream.over;
    expect(stream.text()).toBe('a,b\n');
  });
});
