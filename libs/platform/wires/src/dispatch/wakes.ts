import type { WakeQueue } from '@cubit/jobs';
import { inTurns, RUN_QUEUE, wakeId, type RunKey } from './wake-id.js';

interface WakesOptions {
  readonly queue: WakeQueue;
  /** Takes a run to be done in this process at once; false where it has its hands full, or runs none. */
  readonly offer: (key: RunKey) => boolean;
}

/** Gets runs done: here where there is room, which saves the way over the queue, else wherever the queue finds somebody. */
export class Wakes {
  readonly #options: WakesOptions;

  constructor(options: WakesOptions) {
    this.#options = options;
  }

  async send(keys: readonly RunKey[]): Promise<void> {
    const { queue, offer } = this.#options;
    const left = inTurns(keys).filter((key) => !offer(key));
    if (left.length > 0) await queue.publish(RUN_QUEUE, left.map(wakeId));
  }

  async later(key: RunKey, delayMs: number): Promise<void> {
    await this.#options.queue.publish(RUN_QUEUE, [wakeId(key)], { delayMs });
  }
}
