import type { Cookie } from '../contract/route.js';
import type { Transaction } from '../database/transaction.js';
import type { KernelServices } from '../kernel/services.js';
import { hashToken } from './api-token-format.js';
import { createOpaqueToken } from './opaque-token.js';
import { REFRESH_LIFETIME_S, sessionCookies } from './session-cookies.js';
import type { SessionTokens } from './session-token.js';

/** A session with a fresh token: what sign-in and refresh hand out. */
export interface OpenSession {
  readonly sessionId: string;
  readonly token: string;
  readonly expiresAt: Date;
  readonly cookies: readonly Cookie[];
}

/**
 * - rotated: the refresh token was good, and is spent now
 * - reused: it had been spent before, so somebody holds a copy: the session has ended
 * - refused: unknown, expired, or of a session that has ended
 */
export type Refresh =
  | { readonly outcome: 'rotated'; readonly userId: string; readonly session: OpenSession }
  | { readonly outcome: 'reused'; readonly sessionId: string; readonly userId: string }
  | { readonly outcome: 'refused' };

/** Sessions of users: a row that lives as long as its refresh tokens are passed on. */
export class Sessions {
  readonly #services: Pick<KernelServices, 'newId' | 'now'>;
  readonly #tokens: SessionTokens;

  constructor(services: Pick<KernelServices, 'newId' | 'now'>, tokens: SessionTokens) {
    this.#services = services;
    this.#tokens = tokens;
  }

  async start(tx: Transaction, userId: string): Promise<OpenSession> {
    const id = this.#services.newId();
    await tx.db
      .insertInto('session')
      .values({ id, user_id: userId, created_at: this.#services.now(), ended_at: null })
      .execute();
    return this.#handOut(tx, { sessionId: id, userId });
  }

  /** Of several uses of one refresh token at once, one rotates it and the others are reuse. */
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
    const { id: sessionId, user_id: userId } = found;
    if (found.spent_at) {
      await this.end(tx, sessionId);
      return { outcome: 'reused', sessionId, userId };
    }
    if (found.expires_at <= now) return { outcome: 'refused' };
    await tx.db.updateTable('refresh_token').set({ spent_at: now }).where('token_hash', '=', hash).execute();
    return { outcome: 'rotated', userId, session: await this.#handOut(tx, { sessionId, userId }) };
  }

  /** Its tokens, of both kinds, stop being good with the commit. */
  async end(tx: Transaction, sessionId: string): Promise<void> {
    const ended_at = this.#services.now();
    await tx.db
      .updateTable('session')
      .set({ ended_at })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .execute();
  }

  /** Ends every session of the user but `keptId`. */
  async endOthers(tx: Transaction, userId: string, keptId: string | null): Promise<void> {
    const ended_at = this.#services.now();
    let others = tx.db
      .updateTable('session')
      .set({ ended_at })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null);
    if (keptId !== null) others = others.where('id', '!=', keptId);
    await others.execute();
  }

  async #handOut(
    tx: Transaction,
    identity: { readonly sessionId: string; readonly userId: string },
  ): Promise<OpenSession> {
    const now = this.#services.now();
    const refresh = createOpaqueToken();
    await tx.db
      .insertInto('refresh_token')
      .values({
        token_hash: refresh.hash,
        session_id: identity.sessionId,
        created_at: now,
        expires_at: new Date(now.getTime() + REFRESH_LIFETIME_S * 1_000),
        spent_at: null,
      })
      .execute();
    const { token, expiresAt } = this.#tokens.issue(identity, now);
    return { sessionId: identity.sessionId, token, expiresAt, cookies: sessionCookies(token, refresh.token) };
  }
}
