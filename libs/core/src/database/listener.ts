import pg from 'pg';
import type { Logger } from '../contract/context.js';
import type { ConnectionSettings } from './pool.js';

const RECONNECT_DELAY_MS = 500;

/**
 * One connection that hears `NOTIFY` on its channels. It comes back by itself after a loss; what was said meanwhile is not heard,
 * so every hearer polls as well and is called once after each reconnection.
 */
export class Listener {
  readonly #connection: ConnectionSettings;
  readonly #log: Logger;
  readonly #hearers = new Map<string, (payload: string) => void>();
  #client: pg.Client | null = null;
  #retry: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(connection: ConnectionSettings, log: Logger) {
    this.#connection = connection;
    this.#log = log;
  }

  /** Before `start`. `hear` must not throw. */
  on(channel: string, hear: (payload: string) => void): void {
    this.#hearers.set(channel, hear);
  }

  async start(): Promise<void> {
    this.#stopped = false;
    await this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#retry) clearTimeout(this.#retry);
    this.#retry = null;
    const client = this.#client;
    this.#client = null;
    await client
      ?.end()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the listening connection did not close cleanly'));
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ ...this.#connection, application_name: 'cubit-listener', keepAlive: true });
    let lost = false;
    const onLoss = (error?: unknown) => {
      if (lost || this.#stopped || client !== this.#client) return;
      lost = true;
      this.#log.warn({ err: error }, 'the listening connection was lost');
      this.#client = null;
      this.#reconnectLater();
    };
    this.#client = client;
    client.on('error', onLoss);
    client.on('end', () => onLoss());
    client.on('notification', ({ channel, payload }) => this.#hearers.get(channel)?.(payload ?? ''));
    await client.connect();
    for (const channel of this.#hearers.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`);
  }

  #reconnectLater(): void {
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.#connect().then(
        () => {
          for (const hear of this.#hearers.values()) hear('');
        },
        (error: unknown) => {
          this.#log.debug({ err: error }, 'listening again failed');
          this.#client = null;
          if (!this.#stopped) this.#reconnectLater();
        },
      );
    }, RECONNECT_DELAY_MS);
  }
}
