import type { Api } from './api.js';
import { isApiError } from './api.js';
import { type LiveEvents, RESYNC, type StreamMessage, type StreamState } from './live-events.js';
import { Watched } from './signal.js';
import { SilenceWatch } from './silence-watch.js';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 5_000;

/** The events of a workspace. It reconnects by itself and resumes after the last event. */
export class EventStream implements LiveEvents {
  readonly state = new Watched<StreamState>('closed');
  readonly #api: Api;
  readonly #path: string;
  readonly #listeners = new Set<(message: StreamMessage) => void>();
  #lastId: string | null = null;
  #ending: AbortController | null = null;

  constructor(api: Api, path: string) {
    this.#api = api;
    this.#path = path;
  }

  /** Listens; the connection is open while somebody does. */
  subscribe(listener: (message: StreamMessage) => void): () => void {
    this.#listeners.add(listener);
    if (!this.#ending) void this.#run();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.close();
    };
  }

  close(): void {
    this.#ending?.abort();
    this.#ending = null;
    this.state.set('closed');
  }

  async #run(): Promise<void> {
    const ending = new AbortController();
    this.#ending = ending;
    this.state.set('connecting');
    let wait = FIRST_WAIT_MS;
    for (let isFirst = true; !ending.signal.aborted; isFirst = false) {
      const end = await this.#readOnce(ending.signal, { isFirst });
      if (ending.signal.aborted) return;
      if (end === 'refused') return this.close();
      wait = end === 'failed' ? Math.min(wait * 2, MAX_WAIT_MS) : FIRST_WAIT_MS;
      // The server ends a stream with its credential: the next one opens at once, and nothing is lost.
      if (end !== 'ended') this.state.set('reconnecting');
      await pause(wait, ending.signal);
    }
  }

  /** `ended`: by the server. `lost`: it was open. `failed`: it could not be opened. `refused`: it never will be. */
  async #readOnce(
    signal: AbortSignal,
    { isFirst }: { readonly isFirst: boolean },
  ): Promise<'ended' | 'lost' | 'failed' | 'refused'> {
    const lost = new AbortController();
    const watch = new SilenceWatch({ ask: () => this.#api.answers(), onLost: () => lost.abort() });
    let isOpen = false;
    try {
      const headers: Record<string, string> = { accept: 'text/event-stream' };
      if (this.#lastId !== null) headers['last-event-id'] = this.#lastId;
      const response = await this.#api.raw('GET', this.#path, {
        headers,
        signal: AbortSignal.any([signal, lost.signal]),
      });
      if (!response.body) return 'failed';
      isOpen = true;
      watch.heard();
      this.state.set('open');
      // The server repeats events after the last one, but no messages about records.
      if (!isFirst) this.#emit(RESYNC);
      for await (const message of messagesOf(response.body, () => watch.heard())) {
        if (message.id !== null) this.#lastId = message.id;
        this.#emit(message);
      }
      return 'ended';
    } catch (error) {
      if (isApiError(error) && [401, 403, 404].includes(error.status)) return 'refused';
      return isOpen ? 'lost' : 'failed';
    } finally {
      watch.end();
    }
  }

  #emit(message: StreamMessage): void {
    for (const listener of [...this.#listeners]) listener(message);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Parses `text/event-stream`. `onBytes` hears of comments too. */
async function* messagesOf(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<StreamMessage> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    onBytes();
    const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const message = messageOf(block);
      if (message) yield message;
    }
  }
}

function messageOf(block: string): StreamMessage | null {
  const members: Record<string, string> = {};
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') data.push(value);
    else members[name] = value;
  }
  if (data.length === 0) return null;
  return { type: members['event'] ?? 'message', data: parsed(data.join('\n')), id: members['id'] ?? null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
