import { createSecretKey, randomUUID, type KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import jsonwebtoken from 'jsonwebtoken';
import { validate } from 'uuid';
import type { DatabaseSchema } from '@cubit/database';
import { instanceSecret } from './instance-secret.js';

/** Short, because browsers store it. Sign-out takes effect at once: every request looks up the session. */
export const SESSION_TOKEN_LIFETIME_S = 15 * 60;
/** The only accepted algorithm, whatever a token's header says. */
const ALGORITHM = 'HS256';
const SECRET_NAME = 'session_token';

export interface SessionIdentity {
  readonly sessionId: string;
  readonly userId: string;
}

export interface SessionToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Creates and verifies session tokens: JWTs that name a session and its user. */
export class SessionTokens {
  readonly #key: KeyObject;

  constructor(secret: Uint8Array) {
    this.#key = createSecretKey(secret);
  }

  static async ofInstance(db: Kysely<DatabaseSchema>): Promise<SessionTokens> {
    return new SessionTokens(await instanceSecret(db, SECRET_NAME));
  }

  issue({ sessionId, userId }: SessionIdentity, now: Date): SessionToken {
    const iat = secondsOf(now);
    const exp = iat + SESSION_TOKEN_LIFETIME_S;
    // Without this, two tokens of one session in the same second would be identical.
    const claims = { jti: randomUUID(), sub: userId, sid: sessionId, iat, exp };
    const token = jsonwebtoken.sign(claims, this.#key, { algorithm: ALGORITHM });
    return { token, expiresAt: new Date(exp * 1_000) };
  }

  /** Returns null unless this is a session token of this instance that is valid at `now`. */
  read(token: string, now: Date): (SessionIdentity & { readonly expiresAt: Date }) | null {
    const claims = verifiedClaims(token, this.#key, now);
    if (typeof claims !== 'object' || claims === null) return null;
    const { sub, sid, exp } = claims as { readonly sub?: unknown; readonly sid?: unknown; readonly exp?: unknown };
    if (!validate(sub) || !validate(sid) || typeof exp !== 'number') return null;
    return { userId: sub as string, sessionId: sid as string, expiresAt: new Date(exp * 1_000) };
  }
}

/** Returns the claims of a JWS; null if the signature, the algorithm or the time is invalid. */
export function verifiedClaims(token: string, key: KeyObject, now: Date): unknown {
  try {
    return jsonwebtoken.verify(token, key, { algorithms: [ALGORITHM], clockTimestamp: secondsOf(now) });
  } catch {
    // Any error here is caused by the token, which is the only untrusted input.
    return null;
  }
}

function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1_000);
}
