import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema, Transaction } from '@cubit/database';

/** The payload of a notification is the id of a tab. */
export const TABS_CHANNEL = 'cubit_drive_tabs';

/** Wakes streams and agents that wait for a tab, in every process. A lost bell delays them until they look again. */
export class TabBell {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Rings with the commit. */
  async ring(tx: Pick<Transaction, 'db'>, tabId: string): Promise<void> {
    const db: Kysely<DatabaseSchema> = tx.db;
    await sql`select pg_notify(${sql.lit(TABS_CHANNEL)}, ${tabId})`.execute(db);
  }

  /** An empty payload: notifications may have been lost. */
  receive(tabId: string): void {
    const woken = tabId === '' ? [...this.#waiting.values()] : [this.#waiting.get(tabId) ?? new Set()];
    for (const waiting of woken) for (const wake of [...waiting]) wake();
  }

  /** Begins to listen at once; `next` resolves after the next ring, the timeout or the end of `signal`. */
  listen(tabId: string): { readonly next: (timeoutMs: number, signal: AbortSignal) => Promise<void>; end(): void } {
    let rung = false;
    let wake = () => {};
    const ring = () => {
      rung = true;
      wake();
    };
    const waiting = this.#waiting.get(tabId) ?? new Set();
    this.#waiting.set(tabId, waiting.add(ring));
    return {
      async next(timeoutMs, signal) {
        if (!rung && !signal.aborted)
          await new Promise<void>((resolve) => {
            const done = () => {
              clearTimeout(timer);
              signal.removeEventListener('abort', done);
              resolve();
            };
            const timer = setTimeout(done, timeoutMs);
            signal.addEventListener('abort', done);
            wake = done;
          });
        rung = false;
      },
      end: () => {
        waiting.delete(ring);
        if (waiting.size === 0) this.#waiting.delete(tabId);
      },
    };
  }
}
