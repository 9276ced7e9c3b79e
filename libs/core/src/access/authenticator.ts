import { NIL } from 'uuid';
import { asUnavailable } from '../database/database.js';
import type { KernelServices } from '../kernel/services.js';
import type { WorkspaceAccess } from '../workspace/workspace-access.js';
import { API_TOKEN_START, apiTokenPrefix, hashToken, isWellFormedApiToken } from './api-token-format.js';
import type { Authenticated, Credentials } from './authenticate.js';
import type { Caller } from './caller.js';
import { findApiToken, findSession, type CredentialRow } from './credential-query.js';
import { SessionTokens } from './session-token.js';
import { TokenUsage } from './token-usage.js';
import { unauthorized } from './unauthorized.js';

export interface Authenticator {
  /** Who the credentials are; `401 unauthorized`, always the same, where they are nobody. */
  authenticate(credentials: Credentials): Promise<Authenticated>;
  readonly sessionTokens: SessionTokens;
  /** To be started and stopped with the kernel. */
  readonly tokenUsage: TokenUsage;
}

interface Found {
  readonly caller: Caller;
  readonly row: CredentialRow;
}

const NOBODY = { sessionId: NIL, userId: NIL };

/**
 * Nothing of a credential is kept between requests, so that revocation and loss of membership hold for the very next one on
 * every process. A credential costs one query, also where its form alone tells that it is bad: the time taken tells nothing.
 */
export async function createAuthenticator(services: KernelServices): Promise<Authenticator> {
  const { database, workspaces, now, log } = services;
  const sessionTokens = await SessionTokens.ofInstance(database.db);
  const tokenUsage = new TokenUsage(database.db, log);

  async function byApiToken(token: string, workspaceSlug: string | null): Promise<Found> {
    const at = now();
    const wellFormed = isWellFormedApiToken(token);
    const row = await findApiToken(database, { tokenHash: hashToken(token), now: at, workspaceSlug });
    if (!row || !wellFormed) throw unauthorized();
    tokenUsage.touch(row.credential_id, at, row.last_used_at);
    const caller: Caller = {
      user: userOf(row),
      credential: { type: 'api_token', id: row.credential_id, prefix: apiTokenPrefix(token) },
      scopes: row.scopes,
      boundWorkspaceId: row.bound_workspace_id,
      expiresAt: row.expires_at,
    };
    return { caller, row };
  }

  async function bySession(
    token: string,
    { cookie, workspaceSlug }: { readonly cookie: boolean; readonly workspaceSlug: string | null },
  ): Promise<Found> {
    const session = sessionTokens.read(token, now());
    const row = await findSession(database, { ...(session ?? NOBODY), workspaceSlug });
    if (!row || !session) throw unauthorized();
    const caller: Caller = {
      user: userOf(row),
      credential: { type: 'session', id: row.credential_id, cookie },
      scopes: [],
      boundWorkspaceId: null,
      expiresAt: session.expiresAt,
    };
    return { caller, row };
  }

  async function find({ bearer, cookie, workspaceSlug: wanted }: Credentials): Promise<Found> {
    // PostgreSQL takes no NUL in a text, so that what has one can name nothing.
    const workspaceSlug = wanted?.includes('\0') === true ? null : wanted;
    if (bearer?.startsWith(API_TOKEN_START)) return byApiToken(bearer, workspaceSlug);
    if (bearer !== null) return bySession(bearer, { cookie: false, workspaceSlug });
    if (cookie !== null) return bySession(cookie, { cookie: true, workspaceSlug });
    throw unauthorized();
  }

  async function accessOf(row: CredentialRow): Promise<WorkspaceAccess | null> {
    const { workspace_id: id, slug, workspace_name: name, schema_version: version, role } = row;
    if (id === null || slug === null || name === null || version === null || role === null) return null;
    const schema = workspaces.get(id, version) ?? (await workspaces.load(database.db, id, version));
    return { id, slug, name, role, schema };
  }

  async function authenticate(credentials: Credentials): Promise<Authenticated> {
    try {
      const { caller, row } = await find(credentials);
      return { caller, workspace: await accessOf(row) };
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  return { authenticate, sessionTokens, tokenUsage };
}

function userOf(row: CredentialRow): Caller['user'] {
  return { id: row.user_id, email: row.email, name: row.user_name, instanceAdmin: row.instance_admin };
}
