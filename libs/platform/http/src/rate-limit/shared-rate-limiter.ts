import type { Logger } from '@cubit/core/host';
import { MemoryRateLimiter } from './memory-rate-limiter.js';
import type { RateDecision, RateLimiter, RatePolicy } from './rate-limiter.js';
import type { TokenStore } from './token-store.js';
import { Windows } from './windows.js';

/** Share of the limit that one lease takes. A process may have up to this much unused while another one refuses. */
const LEASED_PART = 0.01;
const RETRY_MS = 1_000;
const SECOND_MS = 1_000;

export interface SharedRateLimiterOptions {
  readonly store: TokenStore;
  readonly log: Logger;
  readonly nowMs?: () => number;
  readonly maxKeys?: number;
}

interface Window {
  /** Leased and not yet used. */
  tokens: number;
  /** What was left for all processes after the last lease. */
  left: number;
  readonly endsAtMs: number;
}

interface Waiting {
  count: number;
  lease: Promise<void> | null;
}

/**
 * Fixed windows shared by several processes. Each process leases a hundredth of a limit at a time, or one request at a time if
 * the limit is below 200. Together they never exceed the limit, and they refuse at most one lease less one request per other
 * process too early. A used-up window is refused without a query. While the store is unavailable, each process counts on its own.
 */
export class SharedRateLimiter implements RateLimiter {
  readonly #store: TokenStore;
  readonly #log: Logger;
  readonly #nowMs: () => number;
  readonly #windows: Windows<Window>;
  readonly #alone: MemoryRateLimiter;
  readonly #waiting = new Map<string, Waiting>();
  /** When one request tries the store again; null while the store is available. */
  #retryAtMs: number | null = null;

  constructor({ store, log, nowMs = Date.now, maxKeys }: SharedRateLimiterOptions) {
    this.#store = store;
    this.#log = log;
    this.#nowMs = nowMs;
    this.#windows = new Windows(maxKeys);
    this.#alone = new MemoryRateLimiter({ nowMs, maxKeys });
  }

  consume(policy: RatePolicy, key: string): RateDecision | Promise<RateDecision> {
    return this.#fromLease(policy, key) ?? this.#lease(policy, key);
  }

  /** Number of keys of all policies. */
  get size(): number {
    return this.#windows.size;
  }

  #fromLease(policy: RatePolicy, key: string): RateDecision | null {
    const nowMs = this.#nowMs();
    const window = this.#windows.get(policy, key, nowMs);
    if (!window) return null;
    const allowed = window.tokens > 0;
    if (!allowed && window.left > 0) return null;
    if (allowed) window.tokens -= 1;
    const resetS = Math.ceil((window.endsAtMs - nowMs) / SECOND_MS);
    return { allowed, remaining: window.tokens + window.left, resetS };
  }

  /** Concurrent requests of one key wait for one lease, which covers all of them. */
  async #lease(policy: RatePolicy, key: string): Promise<RateDecision> {
    const name = `${policy.name}\n${key}`;
    let waiting = this.#waiting.get(name);
    if (!waiting) this.#waiting.set(name, (waiting = { count: 0, lease: null }));
    waiting.count += 1;
    try {
      for (;;) {
        const decision = this.#fromLease(policy, key);
        if (decision) return decision;
        if (!waiting.lease && !this.#mayAsk()) return this.#alone.consume(policy, key);
        const wanted = Math.max(waiting.count, Math.floor(policy.limit * LEASED_PART));
        waiting.lease ??= this.#ask(policy, key, wanted).finally(() => (waiting.lease = null));
        await waiting.lease;
      }
    } finally {
      waiting.count -= 1;
      if (waiting.count === 0) this.#waiting.delete(name);
    }
  }

  #mayAsk(): boolean {
    if (this.#retryAtMs === null) return true;
    const nowMs = this.#nowMs();
    if (nowMs < this.#retryAtMs) return false;
    this.#retryAtMs = nowMs + RETRY_MS;
    return true;
  }

  async #ask(policy: RatePolicy, key: string, wanted: number): Promise<void> {
    // The end is computed from the time before the query: the local window must not outlive the shared one.
    const startedAtMs = this.#nowMs();
    try {
      const { granted, left, endsInMs } = await this.#store.lease(policy, key, wanted);
      if (this.#retryAtMs !== null)
        this.#log.info({}, 'The rate limit store is available again; all processes count together');
      this.#retryAtMs = null;
      const window = { tokens: granted, left, endsAtMs: startedAtMs + endsInMs };
      this.#windows.set(policy, key, { window, nowMs: startedAtMs });
    } catch (error) {
      if (this.#retryAtMs === null)
        this.#log.warn({ err: error }, 'The rate limit store is unavailable; each process counts on its own');
      this.#retryAtMs = this.#nowMs() + RETRY_MS;
    }
  }
}
