import { fail, hashToken } from '@cubit/core';
import type { Exchange } from '../exchange.js';
import { addressKey } from './address-key.js';
import type { RateDecision, RateLimiter, RatePolicy } from './rate-limiter.js';
import type { RatePolicies } from './rate-limits.js';

/** Credentials remembered as used up. */
const MAX_BLOCKED = 10_000;
const SECOND_MS = 1_000;

/** Which limit counts for a request, and what the client is told of it. */
export class Throttle {
  readonly #limiter: RateLimiter;
  readonly #policies: RatePolicies;
  readonly #nowMs: () => number;
  /** Until when a credential, as it is sent, is refused: what is over its limit must not cost a query more. */
  readonly #blocked = new Map<string, { readonly untilMs: number; readonly decision: RateDecision }>();

  constructor(limiter: RateLimiter, policies: RatePolicies, nowMs: () => number = Date.now) {
    this.#limiter = limiter;
    this.#policies = policies;
    this.#nowMs = nowMs;
  }

  /** A request without a credential. */
  async anonymous(exchange: Exchange, rateClass?: 'sign_in' | 'inbound'): Promise<void> {
    const { signIn, inbound, anonymous } = this.#policies;
    const policy = rateClass === 'sign_in' ? signIn : rateClass === 'inbound' ? inbound : anonymous;
    await this.#count(exchange, policy, addressKey(exchange.address));
  }

  /** Hits on one URL of inbound webhooks. Its token is a secret: what counts them, maybe another program, never sees it. */
  async webhook(exchange: Exchange, token: string): Promise<void> {
    await this.#count(exchange, this.#policies.webhook, hashToken(token).toString('base64url'));
  }

  /** Sign-in to one account, from wherever it is tried. */
  async email(exchange: Exchange, email: string): Promise<void> {
    await this.#count(exchange, this.#policies.signInEmail, email.trim().toLowerCase());
  }

  /** Before a credential is looked up. */
  presented(exchange: Exchange, secret: string): void {
    const blocked = this.#blocked.get(secret);
    if (!blocked) return;
    const leftMs = blocked.untilMs - this.#nowMs();
    if (leftMs <= 0) return void this.#blocked.delete(secret);
    this.#refuse(exchange, this.#policies.credential, { ...blocked.decision, resetS: Math.ceil(leftMs / SECOND_MS) });
  }

  /** A credential that was looked up and is good. */
  async accepted(exchange: Exchange, credential: { readonly id: string; readonly secret: string }): Promise<void> {
    const policy = this.#policies.credential;
    const counted = this.#limiter.consume(policy, credential.id);
    const decision = counted instanceof Promise ? await counted : counted;
    if (!decision.allowed) this.#block(credential.secret, decision);
    this.#tell(exchange, policy, decision);
  }

  /** A credential that is not good: guessing is counted by address, or each guess would be counted on its own. */
  async rejected(exchange: Exchange): Promise<void> {
    await this.#count(exchange, this.#policies.rejected, addressKey(exchange.address));
  }

  async #count(exchange: Exchange, policy: RatePolicy, key: string): Promise<void> {
    this.#tell(exchange, policy, await this.#limiter.consume(policy, key));
  }

  #tell(exchange: Exchange, policy: RatePolicy, decision: RateDecision): void {
    if (!decision.allowed) this.#refuse(exchange, policy, decision);
    exchange.rate = headersOf(policy, decision);
  }

  #refuse(exchange: Exchange, policy: RatePolicy, decision: RateDecision): never {
    exchange.rate = headersOf(policy, decision);
    throw fail('rate_limited', 'Too many requests.', {
      headers: { 'retry-after': String(Math.max(1, decision.resetS)) },
    });
  }

  #block(secret: string, decision: RateDecision): void {
    if (this.#blocked.size >= MAX_BLOCKED) this.#blocked.clear();
    this.#blocked.set(secret, { untilMs: this.#nowMs() + decision.resetS * SECOND_MS, decision });
  }
}

export interface RateHeaders {
  readonly limit: string;
  readonly policy: string;
}

function headersOf({ name, limit, windowS }: RatePolicy, { remaining, resetS }: RateDecision): RateHeaders {
  return { limit: `"${name}";r=${remaining};t=${resetS}`, policy: `"${name}";q=${limit};w=${windowS}` };
}
