import { Type } from 'typebox';
import { validate } from '@cubit/core';
import { guardedFetch, PostFailure, type PostOptions, RefusedTarget } from '@cubit/notifications';
import { isLoopback, redirectFault } from './redirect-uri.js';

/** A client as its metadata document describes it. */
export interface OauthClient {
  /** The address of the document. */
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** Why a client is not accepted. The message is shown to the person. */
export class ClientRefused extends Error {
  override readonly name = 'ClientRefused';
}

const MAX_BYTES = 16_384;
const TIMEOUT_MS = 5_000;
const NAME_LENGTH = 100;
const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)|%2e/i;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]+/gu;

/** The members that this server reads (RFC 7591, 2); others are allowed. */
const Document = Type.Object({
  client_id: Type.String(),
  client_name: Type.Optional(Type.String({ maxLength: 1_000 })),
  redirect_uris: Type.Array(Type.String({ maxLength: 2_000 }), { minItems: 1, maxItems: 50 }),
  token_endpoint_auth_method: Type.Optional(Type.String()),
  grant_types: Type.Optional(Type.Array(Type.String())),
  response_types: Type.Optional(Type.Array(Type.String())),
});
interface DocumentBody {
  readonly client_id: string;
  readonly client_name?: string;
  readonly redirect_uris: readonly string[];
  readonly token_endpoint_auth_method?: string;
  readonly grant_types?: readonly string[];
  readonly response_types?: readonly string[];
}

/** Why a text cannot be the address of a metadata document (draft-ietf-oauth-client-id-metadata-document, 3); null if it can. */
export function clientIdFault(text: string, { allowInternal }: Pick<PostOptions, 'allowInternal'>): string | null {
  if (!URL.canParse(text)) return 'is not a URL.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowInternal && isLoopback(url))) return 'must be an https URL.';
  if (url.username !== '' || url.password !== '') return 'must not have a user name or password.';
  if (text.includes('#')) return 'must not have a fragment.';
  if (DOT_SEGMENT.test(text.split('?')[0] ?? '')) return 'must not have dot segments in its path.';
  if (url.pathname === '/') return 'must have a path.';
  return url.href === text ? null : 'must be written in its normal form.';
}

/**
 * Fetches the metadata document of a client (draft-ietf-oauth-client-id-metadata-document): from public addresses only, without redirects, at
 * most 16 KiB within 5 s. Throws `ClientRefused`.
 */
export async function fetchClient(id: string, outbound: PostOptions): Promise<OauthClient> {
  const request = { method: 'GET', url: id, headers: { accept: 'application/json' } } as const;
  const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS };
  const { status, headers, bytes } = await guardedFetch(request, { ...outbound, ...limits }).catch((error: unknown) => {
    if (error instanceof RefusedTarget || error instanceof PostFailure) throw new ClientRefused(error.message);
    throw error;
  });
  if (status !== 200) throw new ClientRefused(`The address answered with status ${status}.`);
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) throw new ClientRefused('The document is not JSON.');
  return clientOf(id, parsed(bytes));
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ClientRefused('The document is not JSON.');
  }
}

function clientOf(id: string, value: unknown): OauthClient {
  const [fault] = validate(Document, value, '');
  if (fault) throw new ClientRefused(`The document is not valid: ${fault.path} ${fault.message}`);
  const document = value as DocumentBody;
  if (document.client_id !== id) throw new ClientRefused('The document names another client_id.');
  if ((document.token_endpoint_auth_method ?? 'none') !== 'none')
    throw new ClientRefused(
      'The client must use token_endpoint_auth_method none: this server shares no secret with it.',
    );
  if (!(document.grant_types ?? ['authorization_code']).includes('authorization_code'))
    throw new ClientRefused('The client does not use the authorization code grant.');
  if (!(document.response_types ?? ['code']).includes('code'))
    throw new ClientRefused('The client does not use the response type code.');
  const redirectUris = document.redirect_uris.filter((uri) => redirectFault(uri) === null);
  return { id, name: nameOf(document, id), redirectUris };
}

/** One line: the name is the client's own text and is shown to people. */
function nameOf({ client_name: name = '' }: DocumentBody, id: string): string {
  const line = [...name.replaceAll(UNPRINTABLE, ' ').replaceAll(/\s+/gu, ' ').trim()].slice(0, NAME_LENGTH).join('');
  return line === '' ? new URL(id).host : line;
}
