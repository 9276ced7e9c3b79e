import { sql } from 'kysely';
import type { Transaction } from '@cubit/core';

/** Thrown by `work` of a rehearsal to end it: nothing of it stays. */
export class Undo extends Error {}

/**
 * A part of a transaction that can fail by itself: what it wrote is undone, and the rest goes on. What `work` leaves for the end of the
 * transaction is done at the end of the part, or not at all.
 */
export async function inSavepoint<Result>(
  tx: Transaction,
  work: (part: Transaction) => Promise<Result>,
): Promise<Result> {
  const beforeEnd: (() => Promise<void>)[] = [];
  const afterCommit: (() => void)[] = [];
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
    // Where this fails as well, the connection is gone, and the transaction with it: the next statement tells.
    await sql`rollback to savepoint import_part`.execute(tx.db).catch(() => null);
    throw error;
  }
}
