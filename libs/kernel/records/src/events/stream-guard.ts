import { sql, type Kysely } from 'kysely';
import type { Caller, Logger } from '@cubit/core/host';
import type { DatabaseSchema, Transaction } from '@cubit/database';
import { errorOf } from '@cubit/core';

/** `NOTIFY` without a payload: a credential, a membership or a workspace has ended. */
export const REVOCATIONS_CHANNEL = 'cubit_revocations';

/**
 * Interval to close expired streams, and those of a revocation whose notification was lost. The promise is at most
 * one second.
 */
const CHECK_MS = 750;
const MAX_STREAMS_PER_CREDENTIAL = 50;
const MAX_STREAMS_PER_WORKSPACE = 500;
/** A stream that ends frees its slot at any time, and a client that retries this often costs nothing. */
const RETRY_AFTER_S = 5;

export interface WatchedStream {
  readonly caller: Caller;
  readonly workspaceId: string;
  /** Ends the stream at once; may be called more than once. */
  readonly close: () => void;
}

/**
 * Closes streams whose credential was revoked or expired, or whose user left the workspace: one query for all streams of the process.
 * Limits how many streams this process holds open for one credential and one workspace.
 */
export class StreamGuard {
  readonly #db: Kysely<DatabaseSchema>;
  readonly #log: Logger;
  readonly #now: () => Date;
  readonly #watched = new Set<WatchedStream>();
  #timer: NodeJS.Timeout | null = null;
  #checking: Promise<boolean> | null = null;
  /** The check after the running one, shared by all callers that request it meanwhile. */
  #next: Promise<boolean> | null = null;

  constructor(db: Kysely<DatabaseSchema>, log: Logger, now: () => Date) {
    this.#db = db;
    this.#log = log;
    this.#now = now;
  }

  /**
   * `close` may be called at any time until the returned function is called. Throws `429` if too many streams are
   * open.
   */
  watch(stream: WatchedStream): () => void {
    this.#requireRoom(stream);
    this.#watched.add(stream);
    return () => void this.#watched.delete(stream);
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.check(), CHECK_MS);
  }

  /** Ends every stream, because the process stops. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#closeAll();
    await this.#next;
    await this.#checking;
  }

  /**
   * For a transaction that revokes something: after its commit, the affected streams of this process end before the
   * answer is sent, and other processes are notified.
   */
  async endStreams(tx: Transaction): Promise<void> {
    await sql`select pg_notify(${REVOCATIONS_CHANNEL}, '')`.execute(tx.db);
    tx.afterCommit(() => this.endRevoked());
  }

  /** Called after a revocation. If the affected streams cannot be determined, all end, and their clients reconnect. */
  async endRevoked(): Promise<void> {
    if (!(await this.check())) this.#closeAll();
  }

  /** Checks every open stream against the committed state; false if the database does not respond. */
  async check(): Promise<boolean> {
    if (!this.#checking) return this.#begin();
    // The query of the running check may be older than the revocation.
    this.#next ??= this.#checking.then(() => {
      this.#next = null;
      return this.#begin();
    });
    return this.#next;
  }

  #begin(): Promise<boolean> {
    if (this.#watched.size === 0) return Promise.resolve(true);
    this.#checking = this.#closeLost()
      .then(() => true)
      .catch((error: unknown) => {
        this.#log.warn({ err: error }, 'credentials of open streams could not be checked');
        return false;
      })
      .finally(() => {
        this.#checking = null;
      });
    return this.#checking;
  }

  async #closeLost(): Promise<void> {
    const streams = [...this.#watched];
    const now = this.#now();
    const rows = streams.map(({ caller, workspaceId }, index) => ({
      index,
      type: caller.credential.type,
      id: caller.credential.id,
      user_id: caller.user.id,
      workspace_id: workspaceId,
    }));
    const { rows: good } = await sql<{
      index: number;
    }>`select w.index from json_to_recordset(${JSON.stringify(rows)}::json)
        as w(index int, type text, id uuid, user_id uuid, workspace_id uuid)
      join workspace o on o.id = w.workspace_id and o.deleted_at is null
      left join member m on m.workspace_id = w.workspace_id and m.user_id = w.user_id
      left join api_token t on w.type = 'api_token' and t.id = w.id
      left join session s on w.type = 'session' and s.id = w.id
      left join display d on w.type = 'display' and d.id = w.id and d.workspace_id = w.workspace_id
      where (m.user_id is not null and t.id is not null and t.revoked_at is null and (t.expires_at is null or t.expires_at > ${now}::timestamptz))
         or (m.user_id is not null and s.id is not null and s.ended_at is null)
         or d.expires_at > ${now}::timestamptz`.execute(this.#db);
    const kept = new Set(good.map((row) => row.index));
    streams.forEach(({ caller, close }, index) => {
      const expired = caller.expiresAt !== null && caller.expiresAt <= now;
      if (expired || !kept.has(index)) close();
    });
  }

  #closeAll(): void {
    for (const { close } of this.#watched) close();
    this.#watched.clear();
  }

  #requireRoom({ caller, workspaceId }: WatchedStream): void {
    let ofCredential = 0;
    let ofWorkspace = 0;
    for (const stream of this.#watched) {
      if (stream.caller.credential.id === caller.credential.id) ofCredential += 1;
      if (stream.workspaceId === workspaceId) ofWorkspace += 1;
    }
    if (ofCredential >= MAX_STREAMS_PER_CREDENTIAL) throw tooMany(MAX_STREAMS_PER_CREDENTIAL, 'this credential');
    if (ofWorkspace >= MAX_STREAMS_PER_WORKSPACE) throw tooMany(MAX_STREAMS_PER_WORKSPACE, 'this workspace');
  }
}

function tooMany(limit: number, of: string) {
  return errorOf('rate_limited', `${limit} event streams of ${of} are open already.`, {
    headers: { 'retry-after': String(RETRY_AFTER_S) },
  });
}
