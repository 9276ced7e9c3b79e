import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the time that a sender signed may be from now, either way: what Stripe, Slack and Standard Webhooks agree on. */
export const SIGNATURE_TOLERANCE_S = 300;

const SECOND_MS = 1_000;
const UNIX_SECONDS = /^\d{1,12}$/;

/** HMAC-SHA256 of the parts, one after the other. */
export function hmacSha256(key: string | Uint8Array, ...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** Whether a signature, as text, is the expected one, in a time that does not depend on where they differ. */
export function signatureMatches(
  expected: Uint8Array,
  given: string | undefined,
  encoding: 'hex' | 'base64' = 'hex',
): boolean {
  if (given === undefined) return false;
  const text = Buffer.from(expected).toString(encoding);
  return sameSecret(text, encoding === 'hex' ? given.toLowerCase() : given);
}

/** Whether two secrets are the same text, in a time that does not depend on where they differ. */
export function sameSecret(expected: string, given: string | undefined): boolean {
  if (given === undefined) return false;
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Whether a Unix time in seconds, as a sender wrote and signed it, is close enough to now. */
export function isRecent(timestamp: string | undefined, now: Date): boolean {
  if (timestamp === undefined || !UNIX_SECONDS.test(timestamp)) return false;
  return Math.abs(now.getTime() / SECOND_MS - Number(timestamp)) <= SIGNATURE_TOLERANCE_S;
}
