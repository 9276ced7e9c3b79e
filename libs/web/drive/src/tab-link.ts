import { type Api, apiPaths, EventStream, isApiError, randomKey } from '@cubit/web-client';
import type { ReceivedCommand, TabAnswer } from './tab-command.js';

/** A tab lives 60 s on the server. */
const REGISTER_EVERY_MS = 20_000;

interface TabLinkOptions {
  readonly api: Api;
  readonly workspace: string;
  readonly carryOut: (received: ReceivedCommand) => Promise<TabAnswer>;
  /** The names of the tokens that may drive, after each registration. */
  readonly onAgents: (names: readonly string[]) => void;
  /** The server stopped it, with its reason. */
  readonly onEnd: (reason: string | null) => void;
}

/** Registers this tab, carries out the commands that it receives, and reports where it is. Its id lives as long as the page. */
export class TabLink {
  readonly #options: TabLinkOptions;
  readonly #path: string;
  readonly #stream: EventStream;
  #leave: (() => void) | null = null;
  #timer = 0;
  /** Commands run one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #ended = false;

  constructor(options: TabLinkOptions) {
    this.#options = options;
    this.#path = `${apiPaths.workspace(options.workspace)}/modules/drive/tabs/${uuid()}`;
    this.#stream = new EventStream(options.api, `${this.#path}/stream`);
  }

  /** Throws what the server answers, if it refuses. */
  async start(): Promise<void> {
    await this.#register();
    if (this.#ended) return;
    this.#timer = window.setInterval(this.report, REGISTER_EVERY_MS);
    document.addEventListener('visibilitychange', this.report);
    window.addEventListener('pagehide', this.stop);
    this.#leave = this.#stream.subscribe(({ type, data }) => {
      if (type === 'stopped') this.#end(null);
      if (type === 'command') this.#last = this.#last.then(() => this.#answer(data as ReceivedCommand));
    });
  }

  /** Tells the server where the tab is now. */
  readonly report = (): void => {
    if (this.#ended) return;
    this.#register().catch((error: unknown) => {
      if (isApiError(error) && [401, 403, 404].includes(error.status)) this.#end(error.message);
    });
  };

  readonly stop = (): void => {
    if (this.#ended) return;
    this.#close();
    const { api } = this.#options;
    // `keepalive` lets the request outlive the page.
    void api.delete(this.#path, { keepalive: true }).catch(() => undefined);
  };

  async #register(): Promise<void> {
    const body = { path: location.pathname, visible: document.visibilityState === 'visible', following: true };
    const { agents } = await this.#options.api.put<{ readonly agents: readonly string[] }>(this.#path, body);
    if (!this.#ended) this.#options.onAgents(agents);
  }

  async #answer(received: ReceivedCommand): Promise<void> {
    if (this.#ended) return;
    const { api, carryOut } = this.#options;
    const answer = await carryOut(received).catch((): TabAnswer => ({ state: 'refused', reason: 'It failed.' }));
    await api.post(`${this.#path}/acks`, { command: received.id, ...answer }).catch(() => undefined);
  }

  #end(reason: string | null): void {
    if (this.#ended) return;
    this.#close();
    this.#options.onEnd(reason);
  }

  #close(): void {
    this.#ended = true;
    window.clearInterval(this.#timer);
    document.removeEventListener('visibilitychange', this.report);
    window.removeEventListener('pagehide', this.stop);
    this.#leave?.();
  }
}

/** `crypto.randomUUID` exists in secure contexts only. */
function uuid(): string {
  const hex = randomKey();
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
