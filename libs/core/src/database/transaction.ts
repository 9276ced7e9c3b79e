import type { Transaction as KyselyTransaction } from 'kysely';
import type { DatabaseSchema } from './schema.js';

/** One transaction: what it writes commits together or not at all. */
export interface Transaction {
  readonly db: KyselyTransaction<DatabaseSchema>;
  /** The instant of the transaction: every row that it writes bears it. */
  readonly now: Date;
  /** Events written so far, in order: whoever asked to wait for their effects needs to know them. */
  readonly eventIds: string[];
  /** Runs at the end of `work`, before the commit: collected rows are written here at once. */
  beforeCommit(step: () => Promise<void>): void;
  /** Runs once committed. Must not throw and must not be needed for correctness: a crash may come first. */
  afterCommit(step: () => void): void;
}
