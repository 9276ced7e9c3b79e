import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '@cubit/database';
import { hashToken } from './api-token-format.js';
import { instanceSecret } from './instance-secret.js';
import { createOpaqueToken, type OpaqueToken } from './opaque-token.js';

const SECRET_NAME = 'refresh_token';

/**
 * Creates refresh tokens. The successor of a token is derived from the token and a secret of the instance, so that every process
 * can return it again although the database stores only hashes. Neither the token nor the secret alone reveals it.
 */
export class RefreshTokens {
  readonly #key: KeyObject;

  constructor(secret: Uint8Array) {
    this.#key = createSecretKey(secret);
  }

  static async ofInstance(db: Kysely<DatabaseSchema>): Promise<RefreshTokens> {
    return new RefreshTokens(await instanceSecret(db, SECRET_NAME));
  }

  /** The first token of a session. */
  first(): OpaqueToken {
    return createOpaqueToken();
  }

  successorOf(refreshToken: string): OpaqueToken {
    const token = createHmac('sha256', this.#key).update(refreshToken).digest('base64url');
    return { token, hash: hashToken(token) };
  }
}
