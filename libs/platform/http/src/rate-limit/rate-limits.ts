import type { RatePolicy } from './rate-limiter.js';

/** Requests per minute. High enough for scripts that load thousands of parts, low where passwords can be guessed. */
export interface RateLimits {
  /** Per credential. Default 6,000. */
  readonly credential: number;
  /** Per address, without a credential. Default 1,200. */
  readonly anonymous: number;
  /** Per address, with invalid credentials. Default 3,000. */
  readonly rejected: number;
  /** Inbound webhooks per address: all customers of a provider share its few addresses. Default 3,000. */
  readonly inbound: number;
  /** Inbound webhooks per URL, so that one integration cannot use up the limit of the others. Default 600. */
  readonly webhook: number;
  /** Sign-in and registration per address. Default 60. */
  readonly signIn: number;
}

const DEFAULTS: RateLimits = {
  credential: 6_000,
  anonymous: 1_200,
  rejected: 3_000,
  inbound: 3_000,
  webhook: 600,
  signIn: 60,
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
  };
}
