import { type LiveEvents, RESYNC, type StreamMessage, type StreamState } from './live-events.js';

/** What a page asks of the worker. `alive` names all that the page listens to. */
export type PageRequest =
  | { readonly type: 'open'; readonly path: string }
  | { readonly type: 'close'; readonly path: string }
  | { readonly type: 'alive'; readonly paths: readonly string[] };

/** What the worker answers. */
export type HubMessage =
  | { readonly path: string; readonly state: StreamState }
  | { readonly path: string; readonly message: StreamMessage };

/** Pages in the background are slowed down, and stopped ones say nothing. */
export const SILENT_MS = 150_000;

interface Shared {
  readonly events: LiveEvents;
  readonly ports: Set<MessagePort>;
  readonly leave: () => void;
}

/** The event streams of all pages of a browser: one connection for each workspace, however many tabs show it. Lives in a shared worker, or in the page where there is none. */
export class StreamHub {
  readonly #connect: (path: string) => LiveEvents;
  readonly #now: () => number;
  readonly #shared = new Map<string, Shared>();
  readonly #heardAt = new Map<MessagePort, number>();

  constructor(connect: (path: string) => LiveEvents, now: () => number = () => Date.now()) {
    this.#connect = connect;
    this.#now = now;
  }

  add(port: MessagePort): void {
    port.onmessage = ({ data }: MessageEvent<PageRequest>) => this.#take(port, data);
  }

  /** Leaves out pages that have said nothing for long: closed ones need not say goodbye. */
  dropSilent(): void {
    const oldest = this.#now() - SILENT_MS;
    for (const [port, at] of this.#heardAt) {
      if (at > oldest) continue;
      this.#heardAt.delete(port);
      for (const path of [...this.#shared.keys()]) this.#close(port, path);
    }
  }

  #take(port: MessagePort, request: PageRequest): void {
    const isKnown = this.#heardAt.has(port);
    this.#heardAt.set(port, this.#now());
    if (request.type === 'open') this.#open(port, request.path);
    else if (request.type === 'close') this.#close(port, request.path);
    else if (!isKnown) {
      // The page was taken for closed, and may have missed messages.
      for (const path of request.paths) {
        this.#open(port, path);
        send(port, { path, message: RESYNC });
      }
    }
  }

  #open(port: MessagePort, path: string): void {
    const known = this.#shared.get(path);
    // A refused stream ended; a page that opens it has signed in since.
    if (known && known.events.state.value === 'closed') this.#end(path, known);
    const shared = this.#shared.get(path) ?? this.#begin(path);
    for (const other of known?.ports ?? []) shared.ports.add(other);
    shared.ports.add(port);
    send(port, { path, state: shared.events.state.value });
  }

  #begin(path: string): Shared {
    const events = this.#connect(path);
    const ports = new Set<MessagePort>();
    const toAll = (answer: HubMessage) => ports.forEach((port) => send(port, answer));
    const leaves = [
      events.state.watch(() => toAll({ path, state: events.state.value })),
      events.subscribe((message) => toAll({ path, message })),
    ];
    const shared = { events, ports, leave: () => leaves.forEach((leave) => leave()) };
    this.#shared.set(path, shared);
    return shared;
  }

  #close(port: MessagePort, path: string): void {
    const shared = this.#shared.get(path);
    if (shared?.ports.delete(port) === true && shared.ports.size === 0) this.#end(path, shared);
  }

  #end(path: string, { events, leave }: Shared): void {
    this.#shared.delete(path);
    leave();
    events.close();
  }
}

function send(port: MessagePort, message: HubMessage): void {
  port.postMessage(message);
}
