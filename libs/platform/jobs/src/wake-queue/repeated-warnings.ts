import type { Logger } from '@cubit/core';

const SILENCE_MS = 10_000;
/** Beyond this, messages that vary (addresses, ids) have made the list grow: it begins anew. */
const REMEMBERED = 100;

/** An engine that is away says so many times a second: each message is a warning once in a while, and detail for debugging otherwise. */
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
    if (this.#warnedAtMs.size >= REMEMBERED) this.#warnedAtMs.clear();
    this.#warnedAtMs.set(key, nowMs);
    this.#log.warn({ err: error }, message);
  }
}
