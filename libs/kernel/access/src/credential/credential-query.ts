import type { Database } from '@cubit/database';
import type { Role } from '@cubit/core/host';

/** The result of one look-up: credential, user, and the path's workspace with the user's role. */
export interface CredentialRow {
  readonly credential_id: string;
  readonly user_id: string;
  readonly email: string;
  readonly user_name: string;
  readonly instance_admin: boolean;
  readonly scopes: readonly string[];
  readonly bound_workspace_id: string | null;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly workspace_id: string | null;
  readonly slug: string | null;
  readonly workspace_name: string | null;
  readonly schema_version: number | null;
  readonly role: Role | null;
}

/** The result of the look-up of a display. */
export interface DisplayRow extends Pick<
  CredentialRow,
  'credential_id' | 'last_used_at' | 'workspace_id' | 'slug' | 'workspace_name' | 'schema_version' | 'role'
> {
  readonly title: string;
  readonly kinds: readonly string[];
  readonly bound_workspace_id: string;
  readonly expires_at: Date;
}

const COLUMNS = `u.id as user_id, u.email, u.name as user_name, u.instance_admin,
  w.id as workspace_id, w.slug, w.name as workspace_name, w.schema_version, m.role`;

/**
 * The statements are constant texts, because they run with every request. All validity checks are conditions of the query, so
 * that unknown, expired, revoked and ended credentials return no row in the same way.
 */
const TOKEN_QUERY = `select t.id as credential_id, t.scopes, t.workspace_id as bound_workspace_id, t.expires_at, t.last_used_at,
  ${COLUMNS}
from api_token t
join app_user u on u.id = t.user_id
left join workspace w on w.slug = $3 and w.deleted_at is null and (t.workspace_id is null or t.workspace_id = w.id)
left join member m on m.workspace_id = w.id and m.user_id = t.user_id
where t.token_hash = $1 and t.revoked_at is null and (t.expires_at is null or t.expires_at > $2)`;

/** A display is no member. It reads what a viewer reads, as far as it shows it. */
const DISPLAY_QUERY = `select d.id as credential_id, d.title, d.kinds, d.workspace_id as bound_workspace_id, d.expires_at,
  d.last_used_at, w.id as workspace_id, w.slug, w.name as workspace_name, w.schema_version, 'viewer' as role
from display d
join workspace o on o.id = d.workspace_id and o.deleted_at is null
left join workspace w on w.slug = $3 and w.id = o.id
where d.token_hash = $1 and d.expires_at > $2`;

const SESSION_QUERY = `select s.id as credential_id, '{}'::text[] as scopes, null::uuid as bound_workspace_id,
  null::timestamptz as expires_at, null::timestamptz as last_used_at,
  ${COLUMNS}
from session s
join app_user u on u.id = s.user_id
left join workspace w on w.slug = $3 and w.deleted_at is null
left join member m on m.workspace_id = w.id and m.user_id = s.user_id
where s.id = $1 and s.user_id = $2 and s.ended_at is null`;

interface CredentialLookup {
  readonly workspaceSlug: string | null;
}

export async function findApiToken(
  database: Database,
  { tokenHash, now, workspaceSlug }: CredentialLookup & { readonly tokenHash: Buffer; readonly now: Date },
): Promise<CredentialRow | undefined> {
  return first(database, TOKEN_QUERY, [tokenHash, now, workspaceSlug]);
}

export async function findDisplay(
  database: Database,
  { tokenHash, now, workspaceSlug }: CredentialLookup & { readonly tokenHash: Buffer; readonly now: Date },
): Promise<DisplayRow | undefined> {
  const [row] = await database.read<DisplayRow>(DISPLAY_QUERY, [tokenHash, now, workspaceSlug]);
  return row;
}

export async function findSession(
  database: Database,
  { sessionId, userId, workspaceSlug }: CredentialLookup & { readonly sessionId: string; readonly userId: string },
): Promise<CredentialRow | undefined> {
  return first(database, SESSION_QUERY, [sessionId, userId, workspaceSlug]);
}

async function first(
  database: Database,
  text: string,
  parameters: readonly unknown[],
): Promise<CredentialRow | undefined> {
  const [row] = await database.read<CredentialRow>(text, parameters);
  return row;
}
