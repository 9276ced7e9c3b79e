/** One transaction as route definitions see it: its writes commit together or not at all. */
export interface TransactionScope {
  /** The time of the transaction, used for every row that it writes. */
  readonly now: Date;
  /** Ids of the events written so far, in order, for callers that wait for their effects. */
  readonly eventIds: string[];
  /** Runs `step` after the work and before the commit, to write collected rows at once. */
  beforeCommit(step: () => Promise<void>): void;
  /**
   * Runs `step` after the commit and before the response; a promise is awaited. It must not throw, and correctness must not
   * depend on it: the process may crash first.
   */
  afterCommit(step: () => void | Promise<void>): void;
}
