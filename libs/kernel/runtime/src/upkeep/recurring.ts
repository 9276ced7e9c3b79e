interface RecurringOptions {
  readonly everyMs: number;
  /** A first turn at the start, too. Default false. */
  readonly atOnce?: boolean;
  /** One turn. Where `signal` is aborted, it leaves the rest for another time. */
  work(signal: AbortSignal): Promise<void>;
  /** Told of a turn that failed; the next one tries again. Not of those that `run` was called for: whoever called it is. */
  onError(error: unknown): void;
}

/** Work that is done now and then while the process runs, one turn at a time. */
export class Recurring {
  readonly #options: RecurringOptions;
  #stopping = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;

  constructor(options: RecurringOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#timer) return;
    this.#stopping = new AbortController();
    this.#timer = setInterval(() => void this.#tick(), this.#options.everyMs);
    if (this.#options.atOnce) void this.#tick();
  }

  /** Done once a turn that is under way is over. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#stopping.abort();
    await this.#running?.catch(() => undefined);
  }

  /** A turn now; one that is under way already serves as well. Throws what the turn throws. */
  run(): Promise<void> {
    this.#running ??= this.#options.work(this.#stopping.signal).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #tick(): Promise<void> {
    await this.run().catch((error: unknown) => this.#options.onError(error));
  }
}
