import pg from 'pg';

const DEADLOCK = '40P01';
const SERIALIZATION = '40001';
const UNIQUE_VIOLATION = '23505';
/** Classes and codes of PostgreSQL that mean "the server is going, gone or full", by its documentation's appendix A. */
const CONNECTION_CODES = /^(08|57P0[1-3]|53300)/;
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
]);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The transaction lost against another one and may be run again from its start. */
export function isRetryable(error: unknown): boolean {
  return [DEADLOCK, SERIALIZATION].includes(codeOf(error));
}

export function isConnectionFault(error: unknown): boolean {
  const code = codeOf(error);
  if (CONNECTION_CODES.test(code) || SOCKET_CODES.has(code)) return true;
  // `pg` gives these no code.
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  );
}

/** The unique index that a write ran against; null when the error is another one. */
export function violatedIndex(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION ? (error.constraint ?? '') : null;
}
