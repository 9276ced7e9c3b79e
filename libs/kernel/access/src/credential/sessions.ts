import type { Cookie } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import type { AccessServices } from '../access-services.js';
import type { RevocableStreams } from './revocable-streams.js';
import { hashToken } from './api-token-format.js';
import { deviceName } from './device-name.js';
import type { OpaqueToken } from './opaque-token.js';
import type { RefreshTokens } from './refresh-token.js';
import { REFRESH_LIFETIME_S, sessionCookies } from './session-cookies.js';
import type { SessionIdentity, SessionTokens } from './session-token.js';

/** Grace period for two tabs that refresh at once: the later one sends a token that is already spent. */
const SPENT_TOKEN_GRACE_MS = 30_000;

/** A session with a new token, returned by sign-in and refresh. */
export interface OpenSession {
  readonly sessionId: string;
  readonly token: string;
  readonly expiresAt: Date;
  readonly cookies: readonly Cookie[];
}

/**
 * - rotated: the refresh token was valid and is now spent, or was spent a moment ago: returns the same successor
 * - reused: the token was spent earlier, so somebody has a copy: the session has ended
 * - refused: unknown, expired, or of an ended session
 */
export type Refresh =
  | { readonly outcome: 'rotated'; readonly userId: string; readonly session: OpenSession }
  | { readonly outcome: 'reused'; readonly sessionId: string; readonly userId: string }
  | { readonly outcome: 'refused' };

/** Where a session begins, for the user's list of sessions. */
export interface SessionOrigin {
  readonly address: string;
  readonly userAgent: string | null;
}

interface SessionParts {
  readonly streams: RevocableStreams;
  readonly sessionTokens: SessionTokens;
  readonly refreshTokens: RefreshTokens;
}

/** Sessions of users: a row that lives as long as its refresh tokens are renewed. */
export class Sessions {
  readonly #services: Pick<AccessServices, 'newId' | 'now'>;
  readonly #parts: SessionParts;

  constructor(services: Pick<AccessServices, 'newId' | 'now'>, parts: SessionParts) {
    this.#services = services;
    this.#parts = parts;
  }

  async start(tx: Transaction, userId: string, { address, userAgent }: SessionOrigin): Promise<OpenSession> {
    const sessionId = this.#services.newId();
    const now = this.#services.now();
    await tx.db
      .insertInto('session')
      .values({
        id: sessionId,
        user_id: userId,
        created_at: now,
        ended_at: null,
        device: deviceName(userAgent),
        address,
        last_used_at: now,
      })
      .execute();
    const refreshToken = this.#parts.refreshTokens.first();
    await storeRefreshToken(tx, refreshToken, { sessionId, now });
    return this.#open({ sessionId, userId }, refreshToken, now);
  }

  /**
   * Serializes the use of one session's refresh tokens: the first of several concurrent requests rotates, the others get its
   * successor.
   */
  async refresh(tx: Transaction, refreshToken: string): Promise<Refresh> {
    const hash = hashToken(refreshToken);
    const found = await tx.db
      .selectFrom('refresh_token')
      .innerJoin('session', 'session.id', 'refresh_token.session_id')
      .select([
        'session.id',
        'session.user_id',
        'session.ended_at',
        'refresh_token.spent_at',
        'refresh_token.expires_at',
      ])
      .where('token_hash', '=', hash)
      .forUpdate()
      .executeTakeFirst();
    const now = this.#services.now();
    if (!found || found.ended_at) return { outcome: 'refused' };
    const identity = { sessionId: found.id, userId: found.user_id };
    if (found.spent_at) {
      const successor = await this.#recentSuccessor(tx, refreshToken, { spentAt: found.spent_at, now });
      if (successor)
        return { outcome: 'rotated', userId: identity.userId, session: this.#open(identity, successor, now) };
      await this.end(tx, identity.sessionId);
      return { outcome: 'reused', ...identity };
    }
    if (found.expires_at <= now) return { outcome: 'refused' };
    await tx.db.updateTable('refresh_token').set({ spent_at: now }).where('token_hash', '=', hash).execute();
    const successor = this.#parts.refreshTokens.successorOf(refreshToken);
    await storeRefreshToken(tx, successor, { sessionId: identity.sessionId, now });
    await tx.db.updateTable('session').set({ last_used_at: now }).where('id', '=', identity.sessionId).execute();
    return { outcome: 'rotated', userId: identity.userId, session: this.#open(identity, successor, now) };
  }

  /** Ends a session. Its tokens are invalid once the transaction commits. */
  async end(tx: Transaction, sessionId: string): Promise<void> {
    const ended_at = this.#services.now();
    await tx.db
      .updateTable('session')
      .set({ ended_at })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .execute();
    await this.#parts.streams.endStreams(tx);
  }

  /** Ends all sessions of the user except `keptId`. */
  async endOthers(tx: Transaction, userId: string, keptId: string | null): Promise<void> {
    const ended_at = this.#services.now();
    let others = tx.db
      .updateTable('session')
      .set({ ended_at })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null);
    if (keptId !== null) others = others.where('id', '!=', keptId);
    await others.execute();
    await this.#parts.streams.endStreams(tx);
  }

  /**
   * Returns the newest successor of a recently spent token. An older one would replace the valid cookie in the browser that both
   * tabs share.
   */
  async #recentSuccessor(
    tx: Transaction,
    refreshToken: string,
    { spentAt, now }: { readonly spentAt: Date; readonly now: Date },
  ): Promise<OpaqueToken | null> {
    if (now.getTime() - spentAt.getTime() >= SPENT_TOKEN_GRACE_MS) return null;
    for (let token = refreshToken; ;) {
      const successor = this.#parts.refreshTokens.successorOf(token);
      const kept = await tx.db
        .selectFrom('refresh_token')
        .select('spent_at')
        .where('token_hash', '=', successor.hash)
        .executeTakeFirst();
      // Rotated by an earlier version, whose tokens were not derived from each other.
      if (!kept) return null;
      if (!kept.spent_at) return successor;
      token = successor.token;
    }
  }

  #open(identity: SessionIdentity, refreshToken: OpaqueToken, now: Date): OpenSession {
    const { token, expiresAt } = this.#parts.sessionTokens.issue(identity, now);
    return { sessionId: identity.sessionId, token, expiresAt, cookies: sessionCookies(token, refreshToken.token) };
  }
}

async function storeRefreshToken(
  tx: Transaction,
  { hash }: OpaqueToken,
  { sessionId, now }: { readonly sessionId: string; readonly now: Date },
): Promise<void> {
  await tx.db
    .insertInto('refresh_token')
    .values({
      token_hash: hash,
      session_id: sessionId,
      created_at: now,
      expires_at: new Date(now.getTime() + REFRESH_LIFETIME_S * 1_000),
      spent_at: null,
    })
    .execute();
}
