import type { Logger } from '@cubit/core/host';

/** What a starting process does, for `/readyz` and the log. */
export interface StartStep {
  readonly reason: string;
  /** Records that an upgrade has handled, of all. */
  readonly done?: number;
  readonly total?: number;
}

/** Called with each step. The last one is followed by the end of the start. */
export type OnStep = (step: StartStep) => void;

const LOG_EVERY_MS = 5_000;

interface ProgressOptions {
  readonly upgrade: string;
  readonly total: number;
  readonly log: Logger;
  readonly onStep: OnStep;
}

/** Counts the records of one upgrade, and logs at intervals. */
export class UpgradeProgress {
  readonly #options: ProgressOptions;
  #done = 0;
  #loggedAt = performance.now();

  constructor(options: ProgressOptions) {
    this.#options = options;
  }

  add(records: number): void {
    const { upgrade, total, log, onStep } = this.#options;
    this.#done += records;
    onStep({ reason: `migrating: records of an earlier version (${upgrade})`, done: this.#done, total });
    if (performance.now() - this.#loggedAt < LOG_EVERY_MS) return;
    this.#loggedAt = performance.now();
    log.info({ upgrade, done: this.#done, total }, 'bringing records of an earlier version up to date');
  }
}
