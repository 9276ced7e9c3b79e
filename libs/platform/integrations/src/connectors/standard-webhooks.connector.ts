import { defineConnector, hmacSha256, isRecent, signatureMatches } from '@cubit/core';
import { Type } from 'typebox';

const SECRET_PREFIX = 'whsec_';
const SCHEME = 'v1,';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Length of the secret in bytes, as required by the specification. */
const [MIN_BYTES, MAX_BYTES] = [16, 64];

/** https://www.standardwebhooks.com, specification 1.0.0, symmetric signatures. */
export const standardWebhooks = defineConnector({
  id: 'standard-webhooks',
  title: 'Standard Webhooks',
  description:
    'For senders that implement [Standard Webhooks](https://www.standardwebhooks.com), such as those that use Svix. Enter the URL and the `whsec_` secret at the sender.',
  config: Type.Object({}),
  makeSecret: (random) => SECRET_PREFIX + Buffer.from(random).toString('base64'),
  checkSecret(secret) {
    const bytes = keyOf(secret)?.length ?? 0;
    const fits = bytes >= MIN_BYTES && bytes <= MAX_BYTES;
    return fits || `A secret is ${SECRET_PREFIX} followed by ${MIN_BYTES} to ${MAX_BYTES} bytes in base64.`;
  },
  events: [],
  verify({ rawBody, headers, secret, now }) {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
    if (id === undefined || timestamp === undefined || signatures === undefined)
      return 'One of the headers webhook-id, webhook-timestamp and webhook-signature is missing.';
    if (!isRecent(timestamp, now)) return 'The timestamp is more than 5 minutes from now.';
    const key = secret === null ? null : keyOf(secret);
    if (!key) return 'The integration has no valid secret.';
    const expected = hmacSha256(key, `${id}.${timestamp}.`, rawBody);
    const good = signatures
      .split(' ')
      .some((entry) => entry.startsWith(SCHEME) && signatureMatches(expected, entry.slice(SCHEME.length), 'base64'));
    return good || 'No v1 signature fits the body and the secret.';
  },
  translate({ headers, payload }) {
    return { deliveryId: headers['webhook-id'] ?? null, type: typeOf(payload) };
  },
});

function keyOf(secret: string): Buffer | null {
  const text = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  return BASE64.test(text) ? Buffer.from(text, 'base64') : null;
}

/** The specification recommends a member `type`; a sender may leave it out. */
function typeOf(payload: unknown): string | null {
  const type = typeof payload === 'object' && payload !== null && 'type' in payload ? payload.type : null;
  return typeof type === 'string' ? type : null;
}
