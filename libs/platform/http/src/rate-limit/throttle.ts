import { addressKey, hashToken } from '@cubit/access';
import type { Exchange } from '../exchange.js';
import { refuseUse } from './count-use.js';
import type { RateHeaders } from './rate-headers.js';
import type { RateDecision, RateLimiter, RatePolicy } from './rate-limiter.js';
import type { RatePolicies } from './rate-limits.js';

/** Credentials remembered as over their limit. */
const MAX_BLOCKED = 10_000;
const SECOND_MS = 1_000;

/** Applies the rate limits to a request and sets its `RateLimit` header fields. */
export class Throttle {
  readonly #limiter: RateLimiter;
  readonly #policies: RatePolicies;
  readonly #nowMs: () => number;
  /** Credentials over their limit, by secret. They are refused without a query. */
  readonly #blocked = new Map<string, { readonly untilMs: number; readonly decision: RateDecision }>();

  constructor(limiter: RateLimiter, policies: RatePolicies, nowMs: () => number = Date.now) {
    this.#limiter = limiter;
    this.#policies = policies;
    this.#nowMs = nowMs;
  }

  /** Counts a request without a credential. */
  async anonymous(exchange: Exchange, rateClass?: 'sign_in' | 'inbound'): Promise<void> {
    const { signIn, inbound, anonymous } = this.#policies;
    const policy = rateClass === 'sign_in' ? signIn : rateClass === 'inbound' ? inbound : anonymous;
    await this.#count(exchange, policy, addressKey(exchange.address));
  }

  /** Counts requests of one inbound webhook. The key is a hash: the counter may be another program and must not see the token. */
  async webhook(exchange: Exchange, token: string): Promise<void> {
    await this.#count(exchange, this.#policies.webhook, hashToken(token).toString('base64url'));
  }

  /** Refuses a credential that is known to be over its limit, before it is looked up. */
  presented(exchange: Exchange, secret: string): void {
    const blocked = this.#blocked.get(secret);
    if (!blocked) return;
    const leftMs = blocked.untilMs - this.#nowMs();
    if (leftMs <= 0) return void this.#blocked.delete(secret);
    this.#refuse(exchange, this.#policies.credential, { ...blocked.decision, resetS: Math.ceil(leftMs / SECOND_MS) });
  }

  /** Counts a request with a valid credential. */
  async accepted(exchange: Exchange, credential: { readonly id: string; readonly secret: string }): Promise<void> {
    const policy = this.#policies.credential;
    const counted = this.#limiter.consume(policy, credential.id);
    const decision = counted instanceof Promise ? await counted : counted;
    if (!decision.allowed) this.#block(credential.secret, decision);
    this.#apply(exchange, policy, decision);
  }

  /** Counts an invalid credential by address: counted by credential, each guess would have its own limit. */
  async rejected(exchange: Exchange): Promise<void> {
    await this.#count(exchange, this.#policies.rejected, addressKey(exchange.address));
  }

  async #count(exchange: Exchange, policy: RatePolicy, key: string): Promise<void> {
    this.#apply(exchange, policy, await this.#limiter.consume(policy, key));
  }

  #apply(exchange: Exchange, policy: RatePolicy, decision: RateDecision): void {
    if (!decision.allowed) this.#refuse(exchange, policy, decision);
    exchange.rate = headersOf(policy, decision);
  }

  #refuse(exchange: Exchange, policy: RatePolicy, decision: RateDecision): never {
    exchange.rate = headersOf(policy, decision);
    return refuseUse(decision, () => 'Too many requests.');
  }

  #block(secret: string, decision: RateDecision): void {
    if (this.#blocked.size >= MAX_BLOCKED) this.#blocked.clear();
    this.#blocked.set(secret, { untilMs: this.#nowMs() + decision.resetS * SECOND_MS, decision });
  }
}

function headersOf({ name, limit, windowS }: RatePolicy, { remaining, resetS }: RateDecision): RateHeaders {
  return { limit: `"${name}";r=${remaining};t=${resetS}`, policy: `"${name}";q=${limit};w=${windowS}` };
}
