import { sql } from 'kysely';
import type { Transaction } from '@cubit/database';

/** Thrown by `work` of a dry run to roll it back. */
export class Undo extends Error {}

/**
 * Runs a part of a transaction that can fail on its own: its writes are rolled back and the transaction continues. Work deferred to the
 * end of the transaction runs at the end of the part, or not at all.
 */
export async function inSavepoint<Result>(
  tx: Transaction,
  work: (part: Transaction) => Promise<Result>,
): Promise<Result> {
  const beforeEnd: (() => Promise<void>)[] = [];
  const afterCommit: (() => void | Promise<void>)[] = [];
  const part: Transaction = {
    db: tx.db,
    now: tx.now,
    eventIds: [],
    beforeCommit: (step) => void beforeEnd.push(step),
    afterCommit: (step) => void afterCommit.push(step),
  };
  await sql`savepoint import_part`.execute(tx.db);
  try {
    const result = await work(part);
    for (const step of beforeEnd) await step();
    await sql`release savepoint import_part`.execute(tx.db);
    tx.eventIds.push(...part.eventIds);
    for (const step of afterCommit) tx.afterCommit(step);
    return result;
  } catch (error) {
    // If this fails too, the connection is lost; the next statement reports it.
    await sql`rollback to savepoint import_part`.execute(tx.db).catch(() => null);
    throw error;
  }
}
