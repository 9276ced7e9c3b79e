import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Api } from './api.js';
import { EventStream } from './event-stream.js';
import type { StreamMessage } from './live-events.js';

const SECOND = 1_000;

/** A server as its clients see it. */
class Server {
  /** A hung one keeps its connections and says nothing. */
  isHung = false;
  readonly streams: ReadableStreamDefaultController<Uint8Array>[] = [];

  readonly fetch = (async (url: string, { signal }: RequestInit = {}) => {
    if (this.isHung) return hang(signal);
    if (url === '/healthz') return new Response('{}');
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.streams.push(controller);
        signal?.addEventListener('abort', () => controller.error(new DOMException('aborted', 'AbortError')));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }) as typeof fetch;

  send(text: string) {
    this.streams.at(-1)?.enqueue(new TextEncoder().encode(text));
  }
}

function hang(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
}

describe('the event stream', () => {
  let server: Server;
  let stream: EventStream;
  let messages: StreamMessage[];

  beforeEach(async () => {
    jest.useFakeTimers();
    server = new Server();
    messages = [];
    stream = new EventStream(new Api(server.fetch), '/orgs/shop/event-stream');
    stream.subscribe((message) => messages.push(message));
    await jest.advanceTimersByTimeAsync(0);
  });

  afterEach(() => {
    stream.close();
    jest.useRealTimers();
  });

  const types = () => messages.map(({ type }) => type);

  it('says within 10 s that a server has hung, and no longer once it answers', async () => {
    expect(stream.state.value).toBe('open');
    server.isHung = true;
    await jest.advanceTimersByTimeAsync(10 * SECOND);
    expect(stream.state.value).toBe('reconnecting');
    await jest.advanceTimersByTimeAsync(60 * SECOND);
    expect(stream.state.value).toBe('reconnecting');
    server.isHung = false;
    await jest.advanceTimersByTimeAsync(30 * SECOND);
    expect(stream.state.value).toBe('open');
  });

  it('stays open while a quiet server answers', async () => {
    for (let at = 0; at < 10; at += 1) {
      await jest.advanceTimersByTimeAsync(15 * SECOND);
      server.send(': keep-alive\n\n');
    }
    expect(stream.state.value).toBe('open');
    expect(server.streams).toHaveLength(1);
  });

  it('opens another connection where not even a comment comes, although the server answers', async () => {
    await jest.advanceTimersByTimeAsync(30 * SECOND);
    expect(server.streams).toHaveLength(2);
  });

  it('has what is shown read again after each gap, also after an event from which it resumes', async () => {
    server.send('id: 7\nevent: shop.shelf.built\ndata: {}\n\n');
    await jest.advanceTimersByTimeAsync(0);
    expect(types()).toEqual(['shop.shelf.built']);
    server.isHung = true;
    await jest.advanceTimersByTimeAsync(10 * SECOND);
    server.isHung = false;
    await jest.advanceTimersByTimeAsync(30 * SECOND);
    expect(types()).toEqual(['shop.shelf.built', 'resync']);
  });

  it('is not said to be lost where the server ends it and takes the next connection at once', async () => {
    const states: string[] = [];
    stream.state.watch(() => states.push(stream.state.value));
    server.streams.at(-1)?.close();
    await jest.advanceTimersByTimeAsync(SECOND);
    expect(server.streams).toHaveLength(2);
    expect(states).toEqual([]);
    expect(types()).toEqual(['resync']);
  });
});
