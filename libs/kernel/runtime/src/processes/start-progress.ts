import type { Logger } from '@cubit/core/host';

/** What a starting process does, for `/readyz` and the log. */
export interface StartStep {
  readonly reason: string;
  /** Records that are handled, of all. */
  readonly done?: number;
  readonly total?: number;
}

/** Called with each step. The last one is followed by the end of the start. */
export type OnStep = (step: StartStep) => void;

const LOG_EVERY_MS = 5_000;

interface ProgressOptions {
  /** What is done to the records. */
  readonly reason: string;
  /** Null: it is not known. */
  readonly total: number | null;
  readonly log?: Logger | undefined;
  readonly onStep: OnStep;
}

/** Counts the records that a start changes, and logs at intervals. */
export class RecordProgress {
  readonly #options: ProgressOptions;
  #done = 0;
  #loggedAt = performance.now();

  constructor(options: ProgressOptions) {
    this.#options = options;
  }

  add(records: number): void {
    const { reason, total, log, onStep } = this.#options;
    this.#done += records;
    const counts = { done: this.#done, ...(total !== null && { total }) };
    onStep({ reason, ...counts });
    if (performance.now() - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = performance.now();
    log?.info(counts, reason);
  }
}
