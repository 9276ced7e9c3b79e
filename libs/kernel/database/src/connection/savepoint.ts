import type { Transaction } from './transaction.js';

interface SavepointOptions {
  /** The clock of the part. Default: that of the transaction. */
  readonly now?: Date;
  /**
   * Leaves the savepoint in place, which saves a statement. PostgreSQL slows down beyond some 60 of them in a transaction. Default false.
   */
  readonly keep?: boolean;
}

/**
 * Runs a part of a transaction that can fail on its own: its writes are rolled back and the transaction continues. Work deferred to the
 * end of the transaction runs at the end of the part, or not at all.
 */
export async function inSavepoint<Result>(
  tx: Transaction,
  work: (part: Transaction) => Promise<Result>,
  { now = tx.now, keep = false }: SavepointOptions = {},
): Promise<Result> {
  const beforeEnd: (() => Promise<void>)[] = [];
  const afterCommit: (() => void | Promise<void>)[] = [];
  const { db, session } = tx;
  const part: Transaction = {
    db,
    session,
    now,
    eventIds: [],
    beforeCommit: (step) => void beforeEnd.push(step),
    afterCommit: (step) => void afterCommit.push(step),
  };
  const savepoint = await session.savepoint('part');
  try {
    const result = await work(part);
    for (const step of beforeEnd) await step();
    if (keep) await session.send();
    else await session.releaseSavepoint(savepoint);
    tx.eventIds.push(...part.eventIds);
    for (const step of afterCommit) tx.afterCommit(step);
    return result;
  } catch (error) {
    session.rollbackTo(savepoint);
    throw error;
  }
}
