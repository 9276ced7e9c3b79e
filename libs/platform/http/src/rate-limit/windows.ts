import type { RatePolicy } from './rate-limiter.js';

const MAX_KEYS = 50_000;

/**
 * The open windows of each policy, by key. The windows of a policy have the same length, so they end in about the order in which
 * they were opened. `set` removes ended windows from the front, and the oldest ones above the limit of keys.
 */
export class Windows<Window extends { readonly endsAtMs: number }> {
  readonly #windows = new Map<RatePolicy, Map<string, Window>>();
  readonly #maxKeys: number;

  constructor(maxKeys: number = MAX_KEYS) {
    this.#maxKeys = maxKeys;
  }

  /** The window of the key, unless it has ended. */
  get(policy: RatePolicy, key: string, nowMs: number): Window | undefined {
    const window = this.#windows.get(policy)?.get(key);
    return window && window.endsAtMs > nowMs ? window : undefined;
  }

  set(policy: RatePolicy, key: string, { window, nowMs }: { readonly window: Window; readonly nowMs: number }): void {
    let windows = this.#windows.get(policy);
    if (!windows) this.#windows.set(policy, (windows = new Map<string, Window>()));
    windows.delete(key);
    for (const [oldest, { endsAtMs }] of windows) {
      if (endsAtMs > nowMs && windows.size < this.#maxKeys) break;
      windows.delete(oldest);
    }
    windows.set(key, window);
  }

  /** Number of keys of all policies. */
  get size(): number {
    let size = 0;
    for (const windows of this.#windows.values()) size += windows.size;
    return size;
  }
}
