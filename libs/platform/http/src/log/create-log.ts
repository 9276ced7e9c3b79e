import { destination, pino, type Logger } from 'pino';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export interface LogOptions {
  readonly level?: LogLevel;
  /** Destination of the lines. Default: standard output, buffered. */
  readonly to?: { write(line: string): void };
}

/** Size of the write buffer, and the longest time that a line stays in it. */
const BUFFER_BYTES = 4_096;
const FLUSH_MS = 500;

/** One JSON object per line. Errors are logged with selected members only: a driver's error contains rows of the database. */
export function createLog({ level = 'info', to }: LogOptions = {}): Logger {
  const stream = to ?? destination({ minLength: BUFFER_BYTES, sync: false, periodicFlush: FLUSH_MS });
  const base = { level, base: null, serializers: { err: describeError } };
  return pino(
    {
      ...base,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
}

const MAX_CAUSES = 5;

function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: typeof error };
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const deeper = cause === undefined || depth >= MAX_CAUSES ? {} : { cause: describeError(cause, depth + 1) };
  return { name, message, ...code, stack, ...deeper };
}
