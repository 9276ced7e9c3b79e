interface RecurringOptions {
  readonly everyMs: number;
  /** Also runs a first turn at the start. Default false. */
  readonly atOnce?: boolean;
  /** One turn. When `signal` is aborted, it leaves the rest for the next turn. */
  work(signal: AbortSignal): Promise<void>;
  /** Called when a turn fails; the next one tries again. Not called for turns of `run`, whose caller gets the error. */
  onError(error: unknown): void;
}

/** Periodic work while the process runs, one turn at a time. */
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

  /** Resolves when the running turn has ended. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#stopping.abort();
    await this.#running?.catch(() => undefined);
  }

  /** Runs a turn now, or joins the running one. Throws the error of the turn. */
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
