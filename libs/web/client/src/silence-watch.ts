/** The server sends a comment after 15 s of silence: a connection that is silent for longer is dead, even if the server is not. */
const HEARTBEAT_MS = 20_000;
/** After so much silence the server is asked whether it is there. */
const SILENCE_MS = 4_000;

interface SilenceWatchOptions {
  /** Whether the server answers. */
  readonly ask: () => Promise<boolean>;
  /** Nothing was heard, and nothing answers. */
  readonly onLost: () => void;
}

/** Notices that a connection is dead: nothing ends one when a cable is pulled or a server hangs. */
export class SilenceWatch {
  readonly #options: SilenceWatchOptions;
  #heardAt = Date.now();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(options: SilenceWatchOptions) {
    this.#options = options;
    this.#wait();
  }

  heard(): void {
    this.#heardAt = Date.now();
    this.#wait();
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (!this.#ended) this.#timer = setTimeout(() => void this.#ask(), SILENCE_MS);
  }

  async #ask(): Promise<void> {
    const heardAt = this.#heardAt;
    const isThere = Date.now() - heardAt < HEARTBEAT_MS && (await this.#options.ask());
    if (this.#ended || this.#heardAt !== heardAt) return;
    if (isThere) this.#wait();
    else this.#options.onLost();
  }
}
