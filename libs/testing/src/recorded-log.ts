import type { ModuleContext } from '@cubit/core';

type Logger = ModuleContext['log'];

export interface LogEntry {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly details: object;
  readonly message: string;
}

/** Records log entries instead of printing them. */
export interface RecordedLog extends Logger {
  readonly entries: readonly LogEntry[];
}

export function createLog(): RecordedLog {
  const entries: LogEntry[] = [];
  const at = (level: LogEntry['level']) => (details: object, message: string) =>
    void entries.push({ level, details, message });
  return { entries, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
