import { sql, type Kysely } from 'kysely';
import type { Logger } from '@cubit/core/host';
import type { DatabaseSchema } from '@cubit/database';
import { type SequencedEvent, readEvents } from './event-row.js';

/**
 * Number of events that a process caches per followed workspace, so that many streams of one workspace cost one
 * query.
 */
const KEPT = 1_000;
const BATCH = 500;

interface Followed {
  readonly waiting: Set<() => void>;
  followers: number;
  /** In order of position, without a gap after `from`. */
  recent: SequencedEvent[];
  from: number;
}

/** New events of followed workspaces, read once per process for any number of followers. */
export class EventFeed {
  readonly #db: Kysely<DatabaseSchema>;
  readonly #log: Logger;
  readonly #followed = new Map<string, Followed>();
  #reading: Promise<void> | null = null;
  #again = false;

  constructor(db: Kysely<DatabaseSchema>, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** The position of the newest event of the workspace. */
  async newest(workspaceId: string): Promise<number> {
    const { rows } = await sql<{
      position: number | null;
    }>`select max(position) as position from event_sequenced where workspace_id = ${workspaceId}`.execute(this.#db);
    return rows[0]?.position ?? 0;
  }

  /** The position of an event; undefined if the event was deleted. */
  async positionOf(workspaceId: string, eventId: string): Promise<number | undefined> {
    const { rows } = await sql<{
      position: number;
    }>`select position from event_sequenced where workspace_id = ${workspaceId} and id = ${eventId}`.execute(this.#db);
    return rows[0]?.position;
  }

  /** Caches new events of the workspace until the returned function is called. */
  follow(workspaceId: string, from: number): () => void {
    const followed = this.#followed.get(workspaceId) ?? { waiting: new Set(), followers: 0, recent: [], from };
    followed.followers += 1;
    this.#followed.set(workspaceId, followed);
    return () => {
      followed.followers -= 1;
      if (followed.followers === 0) this.#followed.delete(workspaceId);
    };
  }

  /** Events after a position: from memory if recent, otherwise from the log. */
  async after(workspaceId: string, position: number): Promise<readonly SequencedEvent[]> {
    const followed = this.#followed.get(workspaceId);
    if (followed && position >= followed.from)
      return followed.recent.filter((event) => event.position > position).slice(0, BATCH);
    return readEvents(this.#db, sql`s.workspace_id = ${workspaceId} and s.position > ${position}`, { limit: BATCH });
  }

  /** Resolves when the workspace has an event after `position`, at the timeout (infinite: never), or when `signal` aborts. */
  async changed(
    workspaceId: string,
    {
      position,
      timeoutMs,
      signal,
    }: { readonly position: number; readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<void> {
    const followed = this.#followed.get(workspaceId);
    if (!followed || signal.aborted || (followed.recent.at(-1)?.position ?? 0) > position) return;
    const { waiting } = followed;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        waiting.delete(done);
        resolve();
      };
      const timer = timeoutMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(done, timeoutMs);
      signal.addEventListener('abort', done, { once: true });
      waiting.add(done);
    });
  }

  /** Wakes all that wait for an event of the workspace: there is something else to send. */
  wake(workspaceId: string): void {
    for (const wake of [...(this.#followed.get(workspaceId)?.waiting ?? [])]) wake();
  }

  /** Called when events were sequenced by any process: reads those of the followed workspaces. */
  refresh(): void {
    if (this.#followed.size === 0) return;
    if (this.#reading) {
      this.#again = true;
      return;
    }
    this.#reading = this.#read()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'new events could not be read'))
      .finally(() => {
        this.#reading = null;
        if (!this.#again) return;
        this.#again = false;
        this.refresh();
      });
  }

  async stop(): Promise<void> {
    await this.#reading;
  }

  async #read(): Promise<void> {
    const known = [...this.#followed].map(([id, followed]) => ({
      id,
      position: followed.recent.at(-1)?.position ?? followed.from,
    }));
    const { rows } = await sql<{ workspace_id: string; position: number }>`select f.id as workspace_id, e.position
      from json_to_recordset(${JSON.stringify(known)}::json) as f(id uuid, position bigint)
      cross join lateral (select position from event_sequenced where workspace_id = f.id and position > f.position order by position limit 1) e`.execute(
      this.#db,
    );
    for (const { workspace_id: workspaceId } of rows) await this.#readWorkspace(workspaceId);
  }

  async #readWorkspace(workspaceId: string): Promise<void> {
    const followed = this.#followed.get(workspaceId);
    if (!followed) return;
    const last = followed.recent.at(-1)?.position ?? followed.from;
    const events = await readEvents(this.#db, sql`s.workspace_id = ${workspaceId} and s.position > ${last}`, {
      limit: BATCH,
    });
    const recent = [...followed.recent, ...events];
    const dropped = recent.slice(0, Math.max(0, recent.length - KEPT));
    followed.from = dropped.at(-1)?.position ?? followed.from;
    followed.recent = recent.slice(dropped.length);
    for (const wake of [...followed.waiting]) wake();
    if (events.length === BATCH) await this.#readWorkspace(workspaceId);
  }
}
