import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Logger } from '@cubit/core/host';
import type { Database, Transaction } from '@cubit/database';
import { messagesOf, type RecordMessage, type WrittenRecord } from './record-message.js';

/** `NOTIFY` with records that another process has written. */
export const RECORDS_CHANNEL = 'cubit_records';
/** Lifetime of an entry in the table of listeners; renewed three times in it. */
const LISTENER_MS = 60_000;

interface Subscriber {
  readonly receive: (messages: readonly RecordMessage[]) => void;
  /** Messages may be lost. */
  readonly miss: () => void;
}

interface Payload {
  readonly process: string;
  readonly workspace: string;
  readonly messages: readonly RecordMessage[];
}

/**
 * Reports the written records of each commit to the streams of their workspace: those of this process directly, those of other processes by
 * `NOTIFY`. The table `record_listener` names the processes that have streams of a workspace, so that without any, nothing is sent.
 */
export class RecordFeed {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #process = randomUUID();
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  #timer: NodeJS.Timeout | null = null;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.#renew(), LISTENER_MS / 3);
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#attempt(() =>
      sql`delete from record_listener where process_id = ${this.#process}`.execute(this.#database.db),
    );
  }

  /** Resolves when every later commit of any process is reported. */
  async subscribe(workspaceId: string, subscriber: Subscriber): Promise<() => void> {
    const known = this.#subscribers.get(workspaceId) ?? new Set();
    this.#subscribers.set(workspaceId, known.add(subscriber));
    const unsubscribe = () => {
      known.delete(subscriber);
      if (known.size > 0 || this.#subscribers.get(workspaceId) !== known) return;
      this.#subscribers.delete(workspaceId);
      void this.#attempt(() => this.#leave(workspaceId));
    };
    try {
      await this.#register([workspaceId]);
    } catch (error) {
      unsubscribe();
      throw error;
    }
    return unsubscribe;
  }

  /**
   * Reports the records once the transaction commits. The returned statement notifies other processes: it must be executed in the
   * transaction. Null if nothing was written.
   */
  report(tx: Transaction, workspaceId: string, written: readonly WrittenRecord[]): RawBuilder<unknown> | null {
    if (written.length === 0) return null;
    const messages = messagesOf(written);
    tx.afterCommit(() => this.#deliver(workspaceId, messages));
    const payloads = [...Map.groupBy(messages, ({ kind }) => kind).values()].map((ofKind) =>
      JSON.stringify({ process: this.#process, workspace: workspaceId, messages: ofKind } satisfies Payload),
    );
    return sql`select pg_notify(${sql.lit(RECORDS_CHANNEL)}, payload) from unnest(${payloads}::text[]) payload
      where exists (select from record_listener where workspace_id = ${workspaceId} and process_id <> ${this.#process} and until > now())`;
  }

  /** The handler of notifications. An empty payload: the connection was lost, and notifications with it. */
  receive(payload: string): void {
    if (payload === '') {
      void this.#renew();
      for (const subscribers of this.#subscribers.values()) for (const { miss } of subscribers) miss();
      return;
    }
    const { process, workspace, messages } = JSON.parse(payload) as Payload;
    if (process !== this.#process) this.#deliver(workspace, messages);
  }

  #deliver(workspaceId: string, messages: readonly RecordMessage[]): void {
    for (const { receive } of this.#subscribers.get(workspaceId) ?? []) receive(messages);
  }

  async #register(workspaceIds: readonly string[]): Promise<void> {
    await sql`insert into record_listener (workspace_id, process_id, until)
      select id, ${this.#process}::uuid, now() + ${sql.lit(LISTENER_MS)} * interval '1 millisecond' from unnest(${workspaceIds}::uuid[]) id
      on conflict (workspace_id, process_id) do update set until = excluded.until`.execute(this.#database.db);
  }

  async #leave(workspaceId: string): Promise<void> {
    await sql`delete from record_listener where workspace_id = ${workspaceId} and process_id = ${this.#process}`.execute(
      this.#database.db,
    );
    // A stream may have opened meanwhile.
    if (this.#subscribers.has(workspaceId)) await this.#register([workspaceId]);
  }

  /** Also removes the entries of processes that died. */
  async #renew(): Promise<void> {
    if (this.#subscribers.size === 0) return;
    await this.#attempt(async () => {
      await this.#register([...this.#subscribers.keys()]);
      await sql`delete from record_listener where until < now()`.execute(this.#database.db);
    });
  }

  async #attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#log.warn({ err: error }, 'the streams of this process could not be registered for changes of records');
    }
  }
}
