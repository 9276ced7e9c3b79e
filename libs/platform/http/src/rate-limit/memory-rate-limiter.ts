import type { RateDecision, RateLimiter, RatePolicy } from './rate-limiter.js';

const MAX_KEYS = 50_000;
const SECOND_MS = 1_000;

interface Window {
  count: number;
  readonly endsAtMs: number;
}

/**
 * Fixed windows in the memory of this process. A policy's windows are equally long, so they end in the order in which they
 * were opened: those that ended are dropped from the front, and past the limit of keys the oldest.
 */
export class MemoryRateLimiter implements RateLimiter {
  readonly #windows = new Map<RatePolicy, Map<string, Window>>();
  readonly #nowMs: () => number;
  readonly #maxKeys: number;

  constructor({
    nowMs = Date.now,
    maxKeys = MAX_KEYS,
  }: { readonly nowMs?: () => number; readonly maxKeys?: number } = {}) {
    this.#nowMs = nowMs;
    this.#maxKeys = maxKeys;
  }

  consume(policy: RatePolicy, key: string): RateDecision {
    const nowMs = this.#nowMs();
    let windows = this.#windows.get(policy);
    if (!windows) this.#windows.set(policy, (windows = new Map<string, Window>()));
    let window = windows.get(key);
    if (!window || window.endsAtMs <= nowMs) {
      windows.delete(key);
      this.#makeRoom(windows, nowMs);
      windows.set(key, (window = { count: 0, endsAtMs: nowMs + policy.windowS * SECOND_MS }));
    }
    window.count += 1;
    return {
      allowed: window.count <= policy.limit,
      remaining: Math.max(0, policy.limit - window.count),
      resetS: Math.ceil((window.endsAtMs - nowMs) / SECOND_MS),
    };
  }

  /** Keys held, over all policies. */
  get size(): number {
    let size = 0;
    for (const windows of this.#windows.values()) size += windows.size;
    return size;
  }

  #makeRoom(windows: Map<string, Window>, nowMs: number): void {
    for (const [key, { endsAtMs }] of windows) {
      if (endsAtMs > nowMs && windows.size < this.#maxKeys) return;
      windows.delete(key);
    }
  }
}
