import type { RatePolicy } from './rate-limiter.js';

/** Requests a minute. Wide enough for scripts that load thousands of parts; narrow where a password can be guessed. */
export interface RateLimits {
  /** Per credential. Default 6,000. */
  readonly credential: number;
  /** Per address, without a credential. Default 1,200. */
  readonly anonymous: number;
  /** Per address, with credentials that turn out bad. Default 3,000. */
  readonly rejected: number;
  /** Inbound webhooks per address: a provider's senders share a few. Default 3,000. */
  readonly inbound: number;
  /** Inbound webhooks per URL: what is meant for one integration must not crowd out the others. Default 600. */
  readonly webhook: number;
  /** Sign-in and registration per address. Default 60. */
  readonly signIn: number;
  /** Sign-in per email address, from wherever. Default 10. */
  readonly signInEmail: number;
}

const DEFAULTS: RateLimits = {
  credential: 6_000,
  anonymous: 1_200,
  rejected: 3_000,
  inbound: 3_000,
  webhook: 600,
  signIn: 60,
  signInEmail: 10,
};
const WINDOW_S = 60;

export type RatePolicies = Readonly<Record<keyof RateLimits, RatePolicy>>;

export function ratePolicies(limits: Partial<RateLimits> = {}): RatePolicies {
  const policy = (name: string, key: keyof RateLimits): RatePolicy => ({
    name,
    limit: limits[key] ?? DEFAULTS[key],
    windowS: WINDOW_S,
  });
  return {
    credential: policy('default', 'credential'),
    anonymous: policy('anonymous', 'anonymous'),
    rejected: policy('rejected', 'rejected'),
    inbound: policy('inbound', 'inbound'),
    webhook: policy('webhook', 'webhook'),
    signIn: policy('sign-in', 'signIn'),
    signInEmail: policy('sign-in-email', 'signInEmail'),
  };
}
