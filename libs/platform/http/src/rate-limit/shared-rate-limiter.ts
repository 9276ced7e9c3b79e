import type { Logger } from '@cubit/core';
import { MemoryRateLimiter } from './memory-rate-limiter.js';
import type { RateDecision, RateLimiter, RatePolicy } from './rate-limiter.js';
import type { TokenStore } from './token-store.js';
import { Windows } from './windows.js';

/** A lease is this part of the limit: what a process may have left over while another one refuses. */
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
  /** Leased, and not used yet. */
  tokens: number;
  /** What everybody had left at the last lease. */
  left: number;
  readonly endsAtMs: number;
}

interface Waiting {
  count: number;
  lease: Promise<void> | null;
}

/**
 * Fixed windows that several processes share. Each leases a hundredth of a limit at a time, and one request at a time where
 * the limit is below 200: together they never let more pass than the limit, and refuse at most a lease less one per other
 * process too early. What is used up is refused without asking again. While the store is away, each process counts for itself.
 */
export class SharedRateLimiter implements RateLimiter {
  readonly #store: TokenStore;
  readonly #log: Logger;
  readonly #nowMs: () => number;
  readonly #windows: Windows<Window>;
  readonly #alone: MemoryRateLimiter;
  readonly #waiting = new Map<string, Waiting>();
  /** When the store is tried again, by one request; null while it answers. */
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

  /** Keys held, over all policies. */
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

  /** Requests under one key that come together wait for one lease, which is as large as they are many. */
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
    // The window's end is counted from before the question: here it must not outlive the one that is shared.
    const askedAtMs = this.#nowMs();
    try {
      const { granted, left, endsInMs } = await this.#store.lease(policy, key, wanted);
      if (this.#retryAtMs !== null) this.#log.info({}, 'Rate limits are counted together again');
      this.#retryAtMs = null;
      this.#windows.set(policy, key, { tokens: granted, left, endsAtMs: askedAtMs + endsInMs }, askedAtMs);
    } catch (error) {
      if (this.#retryAtMs === null) this.#log.warn({ err: error }, 'Each process counts rate limits for itself');
      this.#retryAtMs = this.#nowMs() + RETRY_MS;
    }
  }
}
