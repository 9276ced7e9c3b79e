import pg from 'pg';

const UNIQUE_VIOLATION = '23505';
const QUERY_CANCELED = '57014';
/** Deadlock, serialization failure. */
const RETRYABLE = ['40P01', '40001'];

/** Why the database, or its machine, could not do the work. The request itself is not at fault. */
export type Outage =
  /** It refuses the user, or has no such database. Requests are told to retry as if it were away; waiting at the start does not help. */
  | 'misconfigured'
  /** It is unreachable, starting, stopping, or not responding. */
  | 'away'
  /** Another transaction held a lock longer than the lock timeout. */
  | 'locked'
  /** Every attempt of the transaction failed because of concurrent transactions. */
  | 'contended'
  /** Disk, memory or connections are exhausted. */
  | 'full'
  /** It is read-only: a standby, or set so by an administrator. */
  | 'read_only';

/** By SQLSTATE (PostgreSQL's documentation, appendix A). */
const OUTAGES: readonly (readonly [RegExp, Outage])[] = [
  // Invalid authorization; no such database.
  [/^(28|3D000)/, 'misconfigured'],
  // Connection exception; shutdown, crash recovery, dropped database; terminated session.
  [/^(08|57P0|25P03|25P04)/, 'away'],
  // Insufficient resources; errors of the system under the server.
  [/^(53|58)/, 'full'],
  [/^55P03/, 'locked'],
  [/^(40P01|40001)/, 'contended'],
  [/^25006/, 'read_only'],
];
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** File system errors: full, over quota, read-only after a disk error, broken; too many open files. */
const DISK_CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']);
/** Errors of `pg` without a code. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Whether the transaction failed because of a concurrent one and can be repeated. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.includes(codeOf(error));
}

/** The statement exceeded the time limit of its class, or an administrator cancelled it. */
export function isStatementTimeout(error: unknown): boolean {
  return codeOf(error) === QUERY_CANCELED;
}

/** Returns null if the error does not come from the state of the database or the machine. */
export function outageOf(error: unknown): Outage | null {
  if (!(error instanceof Error)) return null;
  const code = codeOf(error);
  const known = OUTAGES.find(([codes]) => codes.test(code));
  if (known) return known[1];
  if (DISK_CODES.has(code)) return 'full';
  // A missing local socket; a missing file has the same code.
  const isMissingSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return isMissingSocket || SOCKET_CODES.has(code) || LOST_CONNECTION.test(error.message) ? 'away' : null;
}

/** The unique index that a write violated; null for any other error. */
export function violatedIndex(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION ? (error.constraint ?? '') : null;
}
