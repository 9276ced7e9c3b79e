import type { WakeQueue } from '@cubit/jobs';
import { interleaveByWorkspace, RUN_QUEUE, wakeId, type RunKey } from './wake-id.js';

interface WakeSenderOptions {
  readonly queue: WakeQueue;
  /** Starts a run in this process; false if the process is at its limit or executes no runs. */
  readonly offer: (key: RunKey) => boolean;
}

/** Starts runs in this process if it has capacity, which avoids the queue, and publishes the others to the queue. */
export class WakeSender {
  readonly #options: WakeSenderOptions;

  constructor(options: WakeSenderOptions) {
    this.#options = options;
  }

  async send(keys: readonly RunKey[]): Promise<void> {
    const { queue, offer } = this.#options;
    const left = interleaveByWorkspace(keys).filter((key) => !offer(key));
    if (left.length > 0) await queue.publish(RUN_QUEUE, left.map(wakeId));
  }

  async sendLater(key: RunKey, delayMs: number): Promise<void> {
    await this.#options.queue.publish(RUN_QUEUE, [wakeId(key)], { delayMs });
  }
}
