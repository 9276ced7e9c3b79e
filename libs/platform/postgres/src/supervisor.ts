import { setTimeout as sleep } from 'node:timers/promises';
import { startServer, type StartServerOptions, type StartedServer } from './start-server.js';
import { reasonOf } from './reason-of.js';
import { boundServerLog } from './server-log.js';
import { shutDown } from './shut-down.js';

const FIRST_RESTART_DELAY_MS = 50;
const LONGEST_RESTART_DELAY_MS = 5_000;
const LOG_CHECK_INTERVAL_MS = 60_000;

export interface SupervisorOptions extends StartServerOptions {
  readonly log: (message: string) => void;
}

/** Keeps a server running until `stop`: restarts one that ends by itself. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #stopping = new AbortController();
  readonly #logCheck: NodeJS.Timeout;
  #current: StartedServer;
  #watching: Promise<void>;

  constructor(current: StartedServer, options: SupervisorOptions) {
    this.#options = options;
    this.#current = current;
    this.#watching = this.#watch();
    this.#logCheck = setInterval(() => void this.#boundLog(), LOG_CHECK_INTERVAL_MS).unref();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#logCheck);
    await shutDown(this.#current.postmaster, this.#options);
    // A restart that was in progress has started another one by now.
    await this.#watching;
  }

  async #watch(): Promise<void> {
    for (;;) {
      await this.#current.postmaster.ended;
      if (this.#stopping.signal.aborted) return;
      this.#options.log(
        `PostgreSQL, process ${this.#current.postmaster.pid}, has ended unexpectedly; starting it again`,
      );
      const restarted = await this.#restart();
      if (!restarted) return;
      if (this.#stopping.signal.aborted) {
        await shutDown(restarted.postmaster, this.#options);
        return;
      }
      this.#current = restarted;
      this.#options.log(`PostgreSQL is running again, process ${restarted.postmaster.pid}`);
    }
  }

  async #restart(): Promise<StartedServer | undefined> {
    const { signal } = this.#stopping;
    for (let delay = FIRST_RESTART_DELAY_MS; !signal.aborted; delay = Math.min(2 * delay, LONGEST_RESTART_DELAY_MS)) {
      await sleep(delay, undefined, { signal }).catch(() => {});
      if (signal.aborted) return undefined;
      try {
        return await startServer({ ...this.#options, port: this.#current.port });
      } catch (error) {
        this.#options.log(reasonOf(error));
      }
    }
    return undefined;
  }

  async #boundLog(): Promise<void> {
    await boundServerLog(this.#options.layout).catch((error: unknown) => {
      this.#options.log(`Cannot bound PostgreSQL's log: ${reasonOf(error)}`);
    });
  }
}
