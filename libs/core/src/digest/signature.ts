import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum difference between a signed time and now, in either direction: the value of Stripe, Slack and Standard Webhooks. */
export const SIGNATURE_TOLERANCE_S = 300;

const SECOND_MS = 1_000;
const UNIX_SECONDS = /^\d{1,12}$/;

/** HMAC-SHA256 of the concatenated parts. */
export function hmacSha256(key: string | Uint8Array, ...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** Compares a signature in text form with the expected one, in constant time. */
export function signatureMatches(
  expected: Uint8Array,
  given: string | undefined,
  encoding: 'hex' | 'base64' = 'hex',
): boolean {
  if (given === undefined) return false;
  const text = Buffer.from(expected).toString(encoding);
  return sameSecret(text, encoding === 'hex' ? given.toLowerCase() : given);
}

/** Compares two secrets in constant time. */
export function sameSecret(expected: string, given: string | undefined): boolean {
  if (given === undefined) return false;
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Whether a signed Unix time in seconds is within the tolerance. */
export function isRecent(timestamp: string | undefined, now: Date): boolean {
  if (timestamp === undefined || !UNIX_SECONDS.test(timestamp)) return false;
  return Math.abs(now.getTime() / SECOND_MS - Number(timestamp)) <= SIGNATURE_TOLERANCE_S;
}
