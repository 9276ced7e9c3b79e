import { defineConnector, hmacSha256, type InboundHit, sameSecret, signatureMatches } from '@cubit/core';
import { Type, type Static } from 'typebox';

const SIGNATURE_HEADER = 'X-Webhook-Signature';
const SECRET_HEADER = 'X-Webhook-Secret';
const DELIVERY_HEADERS = ['x-delivery-id', 'idempotency-key'];
const VERIFICATIONS = ['hmac-sha256', 'shared-secret', 'none'] as const;
const ENCODINGS = ['hex', 'base64'] as const;
type Encoding = (typeof ENCODINGS)[number];
const DEFAULT_ENCODING: Encoding = 'hex';

const headerName = (description: string) =>
  Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$", description });

const config = Type.Object({
  verification: Type.Unsafe<(typeof VERIFICATIONS)[number]>({
    type: 'string',
    enum: [...VERIFICATIONS],
    description:
      '`hmac-sha256`: the sender signs the body; `shared-secret`: the sender sends the secret; `none`: every request to the URL is accepted.',
  }),
  header: Type.Optional(
    headerName(
      `Header with the signature or the secret. Default \`${SIGNATURE_HEADER}\` for a signature, \`${SECRET_HEADER}\` for a secret.`,
    ),
  ),
  encoding: Type.Optional(
    Type.Unsafe<Encoding>({
      type: 'string',
      enum: [...ENCODINGS],
      default: DEFAULT_ENCODING,
      description: 'Encoding of the signature.',
    }),
  ),
  prefix: Type.Optional(
    Type.String({ maxLength: 50, default: '', description: 'Prefix of the header value, such as `sha256=`.' }),
  ),
  delivery_header: Type.Optional(
    headerName(
      'Header with the delivery id, which detects duplicates. Default `X-Delivery-Id`, then `Idempotency-Key`.',
    ),
  ),
});

type Config = Static<typeof config>;

/** Connector for any system that can post JSON. */
export const webhook = defineConnector({
  id: 'webhook',
  title: 'Webhook',
  description:
    'For any system that can post JSON. Enter the URL there. The sender signs the body with HMAC-SHA256 and the secret, or sends the secret in a header.',
  config,
  secret: ({ verification }: Config) => (verification === 'none' ? 'none' : 'required'),
  events: [],
  verify({ rawBody, headers, integration, secret }) {
    const { verification, encoding = DEFAULT_ENCODING, prefix = '' } = integration.config;
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
    return { deliveryId: deliveryIdOf(hit) };
  },
});

function headerOf({ header, verification }: Config): string {
  return header ?? (verification === 'shared-secret' ? SECRET_HEADER : SIGNATURE_HEADER);
}

function deliveryIdOf({ headers, integration }: InboundHit<typeof config>): string | null {
  const own = integration.config.delivery_header?.toLowerCase();
  const names = own === undefined ? DELIVERY_HEADERS : [own];
  return names.map((name) => headers[name]).find((value) => value !== undefined && value !== '') ?? null;
}
