import { randomBytes } from 'node:crypto';
import { hashToken } from './api-token-format.js';

const SECRET_BYTES = 32;

/** A secret that means nothing by itself (refresh tokens, invitations), and its SHA-256, which alone is kept. */
export interface OpaqueToken {
  readonly token: string;
  readonly hash: Buffer;
}

export function createOpaqueToken(): OpaqueToken {
  const token = randomBytes(SECRET_BYTES).toString('base64url');
  return { token, hash: hashToken(token) };
}
