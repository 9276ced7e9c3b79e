import type { RatePolicy } from './rate-limiter.js';
import type { Lease, TokenStore } from './token-store.js';
import { Windows } from './windows.js';

const SECOND_MS = 1_000;

interface Window {
  taken: number;
  readonly endsAtMs: number;
}

/** Windows in the memory of this process. */
export class MemoryTokenStore implements TokenStore {
  readonly #windows = new Windows<Window>();
  readonly #nowMs: () => number;

  constructor({ nowMs = Date.now }: { readonly nowMs?: () => number } = {}) {
    this.#nowMs = nowMs;
  }

  lease(policy: RatePolicy, key: string, wanted: number): Promise<Lease> {
    const nowMs = this.#nowMs();
    let window = this.#windows.get(policy, key, nowMs);
    if (!window) {
      window = { taken: 0, endsAtMs: nowMs + policy.windowS * SECOND_MS };
      this.#windows.set(policy, key, { window, nowMs });
    }
    const granted = Math.min(wanted, policy.limit - window.taken);
    window.taken += granted;
    return Promise.resolve({ granted, left: policy.limit - window.taken, endsInMs: window.endsAtMs - nowMs });
  }

  giveBack(policy: RatePolicy, key: string, count: number): Promise<void> {
    const window = this.#windows.get(policy, key, this.#nowMs());
    if (window) window.taken = Math.max(0, window.taken - count);
    return Promise.resolve();
  }
}
