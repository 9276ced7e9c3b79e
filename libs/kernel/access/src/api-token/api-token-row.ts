import { Type } from 'typebox';
import { Id, Instant, Name, nullable, Slug, strict } from '../user/field-schemas.js';

/** The members of an API token in responses. */
const identity = {
  id: Id,
  name: Name,
  token_prefix: Type.String({
    description: 'The first 12 characters of the token; `cbk_` for the key of an address.',
    examples: ['cbt_3kTMd9xQ'],
  }),
  scopes: Type.Array(Type.String({ examples: ['devices:edge'] }), { description: 'Empty: unscoped.' }),
  workspace: nullable({
    ...Slug,
    description: 'The workspace that the token is bound to; null: all workspaces of its owner.',
  }),
  expires_at: nullable(Type.String({ format: 'date-time', description: 'Null: never.' })),
};

export const ApiToken = strict({
  ...identity,
  client_id: Type.Optional(
    Type.String({
      description: 'The client that got the token by signing you in, and renews it until `expires_at`.',
      examples: ['https://client.example/oauth.json'],
    }),
  ),
  last_used_at: nullable(Type.String({ format: 'date-time', description: 'To the minute; null: never.' })),
  revoked_at: nullable(Instant),
  created_at: Instant,
});

export const NewApiToken = strict({
  ...identity,
  token: Type.String({ description: 'The token. Shown only once.', examples: [`cbt_${'0'.repeat(43)}2gFbMe`] }),
});

export interface ApiTokenRow {
  readonly id: string;
  readonly name: string;
  readonly token_prefix: string;
  readonly scopes: readonly string[];
  readonly slug: string | null;
  readonly client_id: string | null;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
  readonly created_at: Date;
}

export function showApiToken(row: ApiTokenRow) {
  return {
    id: row.id,
    name: row.name,
    token_prefix: row.token_prefix,
    scopes: row.scopes,
    workspace: row.slug,
    ...(row.client_id !== null && { client_id: row.client_id }),
    expires_at: instantOrNull(row.expires_at),
    last_used_at: instantOrNull(row.last_used_at),
    revoked_at: instantOrNull(row.revoked_at),
    created_at: row.created_at.toISOString(),
  };
}

export function instantOrNull(instant: Date | null): string | null {
  return instant ? instant.toISOString() : null;
}
