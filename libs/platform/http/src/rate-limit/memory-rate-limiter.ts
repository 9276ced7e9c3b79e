import type { RateDecision, RateLimiter, RatePolicy } from './rate-limiter.js';
import { Windows } from './windows.js';

const SECOND_MS = 1_000;

interface Window {
  count: number;
  readonly endsAtMs: number;
}

/** Fixed windows in the memory of this process. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #windows: Windows<Window>;
  readonly #nowMs: () => number;

  constructor({
    nowMs = Date.now,
    maxKeys,
  }: { readonly nowMs?: () => number; readonly maxKeys?: number | undefined } = {}) {
    this.#nowMs = nowMs;
    this.#windows = new Windows(maxKeys);
  }

  consume(policy: RatePolicy, key: string): RateDecision {
    const nowMs = this.#nowMs();
    let window = this.#windows.get(policy, key, nowMs);
    if (!window) {
      window = { count: 0, endsAtMs: nowMs + policy.windowS * SECOND_MS };
      this.#windows.set(policy, key, { window, nowMs });
    }
    window.count += 1;
    return {
      allowed: window.count <= policy.limit,
      remaining: Math.max(0, policy.limit - window.count),
      resetS: Math.ceil((window.endsAtMs - nowMs) / SECOND_MS),
    };
  }

  /** Number of keys of all policies. */
  get size(): number {
    return this.#windows.size;
  }
}
