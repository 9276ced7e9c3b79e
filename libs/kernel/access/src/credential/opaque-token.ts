import { randomBytes } from 'node:crypto';
import { hashToken } from './api-token-format.js';

const SECRET_BYTES = 32;

/** A random token (refresh tokens, invitations) and its SHA-256. Only the hash is stored. */
export interface OpaqueToken {
  readonly token: string;
  readonly hash: Buffer;
}

export function createOpaqueToken(): OpaqueToken {
  const token = randomBytes(SECRET_BYTES).toString('base64url');
  return { token, hash: hashToken(token) };
}
