import { sql } from 'kysely';
import { DAY_MS } from '@cubit/core';
import { sweepFiles, type Sweeping } from './sweep-files.js';

/** How often each process looks whether a sweep is due. */
const LOOK_MS = 3_600_000;
/** From one sweep to the next, whichever process does it. */
const INTERVAL_MS = DAY_MS;

/** Sweeps once a day. Any number of processes may run one. */
export class Sweeper {
  readonly #sweeping: Omit<Sweeping, 'signal'>;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;

  constructor(sweeping: Omit<Sweeping, 'signal'>) {
    this.#sweeping = sweeping;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS);
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#stopping.abort();
    await this.#running;
  }

  /** Now, due or not. */
  sweep(): Promise<void> {
    return sweepFiles({ ...this.#sweeping, signal: this.#stopping.signal });
  }

  #look(): Promise<void> {
    this.#running ??= this.#sweepWhereDue().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #sweepWhereDue(): Promise<void> {
    const { log } = this.#sweeping;
    try {
      if (await this.#claim()) await this.sweep();
    } catch (error) {
      // Nothing depends on it; what is left is swept the next time.
      log.warn({ err: error }, 'the sweep of files failed');
    }
  }

  async #claim(): Promise<boolean> {
    const { database, now } = this.#sweeping;
    const at = now();
    const { rows } = await sql`insert into file_sweep (name, began_at) values ('files', ${at})
      on conflict (name) do update set began_at = excluded.began_at where file_sweep.began_at < ${new Date(at.getTime() - INTERVAL_MS)}
      returning 1`.execute(database.db);
    return rows.length > 0;
  }
}
