import { sql, type Kysely } from 'kysely';
import type { Logger } from '../contract/context.js';
import type { Caller } from '../access/caller.js';
import type { DatabaseSchema } from '../database/schema.js';

/** A stream outlives the check at its door, so the credentials of all open ones are looked at again this often. */
const CHECK_MS = 2_000;

interface Watched {
  readonly caller: Caller;
  readonly workspaceId: string;
  readonly close: () => void;
}

/** Closes streams whose credential was revoked or expired, or whose user left the workspace: one query for all of them. */
export class StreamGuard {
  readonly #db: Kysely<DatabaseSchema>;
  readonly #log: Logger;
  readonly #now: () => Date;
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | null = null;
  #checking: Promise<void> | null = null;

  constructor(db: Kysely<DatabaseSchema>, log: Logger, now: () => Date) {
    this.#db = db;
    this.#log = log;
    this.#now = now;
  }

  /** Until the returned function is called, `close` may be called at any time. */
  watch(stream: Watched): () => void {
    this.#watched.add(stream);
    return () => void this.#watched.delete(stream);
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.check(), CHECK_MS);
  }

  /** Ends every stream: the process is going. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    for (const { close } of this.#watched) close();
    this.#watched.clear();
    await this.#checking;
  }

  async check(): Promise<void> {
    if (this.#watched.size === 0 || this.#checking) return this.#checking ?? undefined;
    this.#checking = this.#closeLost()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'credentials of open streams could not be checked'))
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
      join member m on m.workspace_id = w.workspace_id and m.user_id = w.user_id
      join workspace o on o.id = w.workspace_id and o.deleted_at is null
      left join api_token t on w.type = 'api_token' and t.id = w.id
      left join session s on w.type = 'session' and s.id = w.id
      where (t.id is not null and t.revoked_at is null and (t.expires_at is null or t.expires_at > ${now}::timestamptz))
         or (s.id is not null and s.ended_at is null)`.execute(this.#db);
    const kept = new Set(good.map((row) => row.index));
    streams.forEach(({ caller, close }, index) => {
      const expired = caller.expiresAt !== null && caller.expiresAt <= now;
      if (expired || !kept.has(index)) close();
    });
  }
}
