import type { Logger } from '@cubit/core';

export interface LogEntry {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly details: object;
  readonly message: string;
}

/** Keeps what was logged in place of printing it, for a spec to look at. */
export interface RecordedLog extends Logger {
  readonly entries: readonly LogEntry[];
}

export function createLog(): RecordedLog {
  const entries: LogEntry[] = [];
  const at = (level: LogEntry['level']) => (details: object, message: string) =>
    void entries.push({ level, details, message });
  return { entries, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
