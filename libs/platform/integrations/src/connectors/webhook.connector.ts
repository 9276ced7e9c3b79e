import { defineConnector, hmacSha256, sameSecret, signatureMatches, type InboundHit } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { inboundReceived } from '../module/events.js';
import { received } from './received.js';

const SIGNATURE_HEADER = 'X-Webhook-Signature';
const SECRET_HEADER = 'X-Webhook-Secret';
const DELIVERY_HEADERS = ['x-delivery-id', 'idempotency-key'];
const VERIFICATIONS = ['hmac-sha256', 'shared-secret', 'none'] as const;
const ENCODINGS = ['hex', 'base64'] as const;

const headerName = (description: string) =>
  Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$", description });

const config = Type.Object({
  verification: Type.Unsafe<(typeof VERIFICATIONS)[number]>({
    type: 'string',
    enum: [...VERIFICATIONS],
    description:
      '`hmac-sha256`: the sender signs the body; `shared-secret`: it sends the secret itself; `none`: whoever knows the URL is believed.',
  }),
  header: Type.Optional(
    headerName(
      `Header with the signature or the secret. Default \`${SIGNATURE_HEADER}\` for a signature, \`${SECRET_HEADER}\` for a secret.`,
    ),
  ),
  encoding: Type.Unsafe<(typeof ENCODINGS)[number]>({
    type: 'string',
    enum: [...ENCODINGS],
    default: 'hex',
    description: 'How the signature is written.',
  }),
  prefix: Type.String({ maxLength: 50, default: '', description: 'What stands before it in the header: `sha256=`.' }),
  delivery_header: Type.Optional(
    headerName(
      'Header that names the delivery, so that a repeat is known. Default `X-Delivery-Id`, or else `Idempotency-Key`.',
    ),
  ),
});

type Config = Static<typeof config>;

/** Anything that can post JSON. */
export const webhook = defineConnector({
  id: 'webhook',
  title: 'Webhook',
  description:
    'Any system that can post JSON. Give it the URL, and let it sign the body with HMAC-SHA256 and the secret if it can, or send the secret in a header.',
  config,
  secret: ({ verification }: Config) => (verification === 'none' ? 'none' : 'required'),
  events: [inboundReceived],
  verify({ rawBody, headers, integration, secret }) {
    const { verification, encoding, prefix } = integration.config;
    if (verification === 'none') return true;
    const header = headerOf(integration.config);
    const value = headers[header.toLowerCase()];
    if (value === undefined) return `The header ${header} is missing.`;
    if (!value.startsWith(prefix)) return `The header ${header} does not start with '${prefix}'.`;
    const given = value.slice(prefix.length);
    const good =
      secret !== null &&
      (verification === 'shared-secret'
        ? sameSecret(secret, given)
        : signatureMatches(hmacSha256(secret, rawBody), given, encoding));
    return good || `The header ${header} does not fit the body and the secret.`;
  },
  translate(hit) {
    const deliveryId = deliveryOf(hit);
    return { deliveryId, events: [received(hit, { connector: 'webhook', deliveryId })] };
  },
});

function headerOf({ header, verification }: Config): string {
  return header ?? (verification === 'shared-secret' ? SECRET_HEADER : SIGNATURE_HEADER);
}

function deliveryOf({ headers, integration }: InboundHit<typeof config>): string | null {
  const own = integration.config.delivery_header?.toLowerCase();
  const names = own === undefined ? DELIVERY_HEADERS : [own];
  return names.map((name) => headers[name]).find((value) => value !== undefined && value !== '') ?? null;
}
