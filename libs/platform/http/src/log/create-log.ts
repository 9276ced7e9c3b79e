import { destination, pino, type Logger } from 'pino';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export interface LogOptions {
  readonly level?: LogLevel;
  /** Where lines go: anything that can be written to. Default: standard output, buffered. */
  readonly to?: { write(line: string): void };
}

/** Bytes of lines that are written together, and how long a line may wait. */
const BUFFER_BYTES = 4_096;
const FLUSH_MS = 500;

/** One JSON object per line. Of an error only what tells where it came from: a driver's error carries rows of the database. */
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
