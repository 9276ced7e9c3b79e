import { NIL } from 'uuid';
import { asUnavailable } from '@cubit/database';
import type { AccessServices } from '../access-services.js';
import { type Caller, unauthorized, type WorkspaceAccess } from '@cubit/core/host';
import {
  ADDRESS_KEY_START,
  API_TOKEN_START,
  apiTokenPrefix,
  hashToken,
  isWellFormedApiToken,
} from './api-token-format.js';
import type { Authenticated, Credentials } from './authenticate.js';
import { type CredentialRow, type DisplayRow, findApiToken, findDisplay, findSession } from './credential-query.js';
import { SessionTokens } from './session-token.js';
import { TokenUsage } from './token-usage.js';

export interface Authenticator {
  /** Authenticates credentials; throws the same `401 unauthorized` for every invalid one. */
  authenticate(credentials: Credentials): Promise<Authenticated>;
  readonly sessionTokens: SessionTokens;
  /** Starts and stops with the kernel. */
  readonly tokenUsage: TokenUsage;
  /** The same of displays. */
  readonly displayUsage: TokenUsage;
}

interface AuthenticatedRow {
  readonly caller: Caller;
  readonly row: Pick<CredentialRow, 'workspace_id' | 'slug' | 'workspace_name' | 'schema_version' | 'role'>;
}

/** Not empty, as that of a token without limits is, and the name of no scope: it opens nothing. */
const DISPLAY_SCOPES = ['display'];

const NOBODY = { sessionId: NIL, userId: NIL };

/**
 * Authenticates requests. Nothing is cached between requests, so that revocation and loss of membership take effect with the next
 * request on every process. Every credential costs one query, also one of invalid form, so that timing reveals nothing.
 */
export async function createAuthenticator(services: AccessServices): Promise<Authenticator> {
  const { database, workspaces, now, log } = services;
  const sessionTokens = await SessionTokens.ofInstance(database.db);
  const tokenUsage = new TokenUsage(database.db, log);
  const displayUsage = new TokenUsage(database.db, log, 'display');

  async function byApiToken(token: string, workspaceSlug: string | null): Promise<AuthenticatedRow> {
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
  ): Promise<AuthenticatedRow> {
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

  async function byDisplay(token: string, workspaceSlug: string | null): Promise<AuthenticatedRow> {
    const at = now();
    const row = await findDisplay(database, { tokenHash: hashToken(token), now: at, workspaceSlug });
    if (!row) throw unauthorized();
    displayUsage.touch(row.credential_id, at, row.last_used_at);
    return { caller: callerOfDisplay(row), row };
  }

  async function find({ key = null, display = null, ...given }: Credentials): Promise<AuthenticatedRow> {
    const { bearer, cookie, workspaceSlug: wanted } = given;
    // PostgreSQL refuses NUL in text, so a name with NUL cannot exist.
    const workspaceSlug = wanted?.includes('\0') === true ? null : wanted;
    if (key !== null) return byApiToken(key.startsWith(ADDRESS_KEY_START) ? key : '', workspaceSlug);
    if (bearer?.startsWith(API_TOKEN_START)) return byApiToken(bearer, workspaceSlug);
    if (bearer !== null) return bySession(bearer, { cookie: false, workspaceSlug });
    if (cookie !== null) return bySession(cookie, { cookie: true, workspaceSlug });
    if (display !== null) return byDisplay(display, workspaceSlug);
    throw unauthorized();
  }

  async function accessOf(row: AuthenticatedRow['row']): Promise<WorkspaceAccess | null> {
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

  return { authenticate, sessionTokens, tokenUsage, displayUsage };
}

function callerOfDisplay({ credential_id: id, title, kinds, ...row }: DisplayRow): Caller {
  return {
    user: { id, email: '', name: title, instanceAdmin: false },
    credential: { type: 'display', id, kinds },
    scopes: DISPLAY_SCOPES,
    boundWorkspaceId: row.bound_workspace_id,
    expiresAt: row.expires_at,
  };
}

function userOf(row: CredentialRow): Caller['user'] {
  return { id: row.user_id, email: row.email, name: row.user_name, instanceAdmin: row.instance_admin };
}
