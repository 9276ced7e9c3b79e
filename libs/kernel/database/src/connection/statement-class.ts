import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The class of a statement determines its time limit.
 *
 * - `light`, the default: requests, wire runs, deliveries.
 * - `heavy`: exports, previews of imports, exact counts of filtered lists. They share a few connections, so that light work
 * always finds one.
 * - `job`: background work. The lease of the job limits it as a whole.
 * - `unlimited`: migrations and index builds, which also wait for locks.
 */
export type StatementClass = 'light' | 'heavy' | 'job' | 'unlimited';

const SECOND_MS = 1_000;
/** Statement timeout in PostgreSQL, including waits for locks. */
export const LIGHT_STATEMENT_MS = 10 * SECOND_MS;
export const HEAVY_STATEMENT_MS = 60 * SECOND_MS;
export const LOCK_WAIT_MS = 5 * SECOND_MS;
/** PostgreSQL ends a statement itself. If it has not responded this long after the timeout, the connection is dead. */
export const ANSWER_GRACE_MS = 2 * SECOND_MS;

interface ClassSettings {
  /** Sent when a connection is acquired for the class. */
  readonly set: string;
  /** How long the client waits for a response. */
  readonly answerWithinMs: number;
}

/** Settings of the other classes; `light` uses the settings of the pool. */
export const CLASS_SETTINGS: Readonly<Record<Exclude<StatementClass, 'light'>, ClassSettings>> = {
  heavy: { set: `set statement_timeout = ${HEAVY_STATEMENT_MS}`, answerWithinMs: HEAVY_STATEMENT_MS + ANSWER_GRACE_MS },
  job: { set: 'set statement_timeout = 0', answerWithinMs: Number.POSITIVE_INFINITY },
  unlimited: { set: 'set statement_timeout = 0; set lock_timeout = 0', answerWithinMs: Number.POSITIVE_INFINITY },
};
export const RESET_SETTINGS = 'reset statement_timeout; reset lock_timeout';

const current = new AsyncLocalStorage<StatementClass>();

/** The class of statements in the current context. */
export function statementClass(): StatementClass {
  return current.getStore() ?? 'light';
}

/** Runs `work`, and everything it awaits, with statements of this class. The iteration of a returned stream is not included. */
export function withStatementClass<Result>(name: StatementClass, work: () => Result): Result {
  return current.run(name, work);
}
