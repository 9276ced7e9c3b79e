import type { Logger } from '@cubit/core/host';

const SILENCE_MS = 10_000;
/** Maximum number of remembered messages; the list is then cleared. */
const MAX_REMEMBERED = 100;

/** Limits repeated warnings of an unavailable engine: the same message is logged as a warning once per interval, and as debug otherwise. */
export class RepeatedWarnings {
  readonly #log: Logger;
  readonly #warnedAtMs = new Map<string, number>();

  constructor(log: Logger) {
    this.#log = log;
  }

  warn(error: unknown, message: string): void {
    const key = `${message}\n${error instanceof Error ? error.message : String(error)}`;
    const nowMs = performance.now();
    const warnedAtMs = this.#warnedAtMs.get(key);
    if (warnedAtMs !== undefined && nowMs - warnedAtMs < SILENCE_MS) {
      this.#log.debug({ err: error }, message);
      return;
    }
    if (this.#warnedAtMs.size >= MAX_REMEMBERED) this.#warnedAtMs.clear();
    this.#warnedAtMs.set(key, nowMs);
    this.#log.warn({ err: error }, message);
  }
}
