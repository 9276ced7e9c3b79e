import type { Logger } from '@cubit/core/host';
import { cutConnection } from './cut-connection.js';
import { PatientClient } from './patient-client.js';
import type { ConnectionSettings } from './pool.js';

const RECONNECT_DELAY_MS = 500;
/** A lost connection (a network that drops packets) looks like an idle one, until a query times out. */
const ANSWER_WITHIN_MS = 5_000;

/**
 * One connection that listens for `NOTIFY` on its channels. It reconnects after a loss. Notifications sent meanwhile are lost, so
 * every listener polls as well, and its handler is called once after each reconnection.
 */
export class Listener {
  readonly #connection: ConnectionSettings;
  readonly #log: Logger;
  readonly #handlers = new Map<string, (payload: string) => void>();
  #client: PatientClient | null = null;
  #retry: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(connection: ConnectionSettings, log: Logger) {
    this.#connection = connection;
    this.#log = log;
  }

  /** Adds a handler. Call it before `start`. `handle` must not throw. */
  on(channel: string, handle: (payload: string) => void): void {
    this.#handlers.set(channel, handle);
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

  /** Throws if the database does not respond or the connection is lost. A connection that does not respond is replaced. */
  async ping(): Promise<void> {
    const client = this.#client;
    if (!client) throw new Error('There is no listening connection.');
    try {
      await client.query('select 1');
    } catch (error) {
      cutConnection(client);
      throw error;
    }
  }

  async #connect(): Promise<void> {
    const client = new PatientClient({
      ...this.#connection,
      application_name: 'cubit-listener',
      keepAlive: true,
      query_timeout: ANSWER_WITHIN_MS,
    });
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
    client.on('notification', ({ channel, payload }) => this.#handlers.get(channel)?.(payload ?? ''));
    try {
      await client.connect();
      for (const channel of this.#handlers.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      cutConnection(client);
      throw error;
    }
  }

  #reconnectLater(): void {
    // A connection that fails to open reports it twice: by its `end` event and to the caller.
    this.#retry ??= setTimeout(() => {
      this.#retry = null;
      this.#connect().then(
        () => {
          for (const handle of this.#handlers.values()) handle('');
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
