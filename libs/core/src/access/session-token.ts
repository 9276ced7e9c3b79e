import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import jsonwebtoken from 'jsonwebtoken';
import { validate } from 'uuid';
import type { DatabaseSchema } from '../database/schema.js';
import { instanceSecret } from './instance-secret.js';

/** Short, because it lives in browsers. Sign-out does not wait for it: every request looks its session up. */
export const SESSION_TOKEN_LIFETIME_S = 15 * 60;
/** The only algorithm taken, whatever a token's header says. */
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

/** Makes and reads session tokens: JWTs that name a session and its user. */
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
    const token = jsonwebtoken.sign({ sub: userId, sid: sessionId, iat, exp }, this.#key, { algorithm: ALGORITHM });
    return { token, expiresAt: new Date(exp * 1_000) };
  }

  /** Null for everything that is not a session token of this instance that is good at `now`. */
  read(token: string, now: Date): (SessionIdentity & { readonly expiresAt: Date }) | null {
    const claims = verifiedClaims(token, this.#key, now);
    if (typeof claims !== 'object' || claims === null) return null;
    const { sub, sid, exp } = claims as { readonly sub?: unknown; readonly sid?: unknown; readonly exp?: unknown };
    if (!validate(sub) || !validate(sid) || typeof exp !== 'number') return null;
    return { userId: sub as string, sessionId: sid as string, expiresAt: new Date(exp * 1_000) };
  }
}

/** What a JWS with a good signature holds; null where signature, algorithm or time are wrong. */
export function verifiedClaims(token: string, key: KeyObject, now: Date): unknown {
  try {
    return jsonwebtoken.verify(token, key, { algorithms: [ALGORITHM], clockTimestamp: secondsOf(now) });
  } catch {
    // A fault of the token, whichever: it is the only input here that is not our own.
    return null;
  }
}

function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1_000);
}
