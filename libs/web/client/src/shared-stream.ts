import type { LiveEvents, StreamMessage, StreamState } from './live-events.js';
import { Watched } from './signal.js';
import { type HubMessage, type PageRequest } from './stream-hub.js';

/** A page calls `sayAlive` this often. */
export const ALIVE_MS = 30_000;

/** The side of a page of `StreamHub`: hands its messages to the streams that are open here. */
export class SharedStreams {
  readonly #port: MessagePort;
  readonly #open = new Map<string, SharedStream>();

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<HubMessage>) => this.#open.get(data.path)?.take(data);
  }

  stream(path: string): LiveEvents {
    return new SharedStream({
      open: (stream) => {
        this.#open.set(path, stream);
        this.#send({ type: 'open', path });
      },
      close: () => {
        this.#open.delete(path);
        this.#send({ type: 'close', path });
      },
    });
  }

  /** To be called every `ALIVE_MS`, and by a page that comes back: the worker may have taken it for closed. */
  sayAlive(): void {
    if (this.#open.size > 0) this.#send({ type: 'alive', paths: [...this.#open.keys()] });
  }

  #send(request: PageRequest): void {
    this.#port.postMessage(request);
  }
}

interface Connection {
  readonly open: (stream: SharedStream) => void;
  readonly close: () => void;
}

class SharedStream implements LiveEvents {
  readonly state = new Watched<StreamState>('closed');
  readonly #connection: Connection;
  readonly #listeners = new Set<(message: StreamMessage) => void>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  subscribe(listener: (message: StreamMessage) => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) {
      this.state.set('connecting');
      this.#connection.open(this);
    }
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.close();
    };
  }

  close(): void {
    if (this.state.value !== 'closed') this.#connection.close();
    this.state.set('closed');
  }

  take(answer: HubMessage): void {
    if ('state' in answer) this.state.set(answer.state);
    else for (const listener of [...this.#listeners]) listener(answer.message);
  }
}
