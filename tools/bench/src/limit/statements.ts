import { createHash } from 'node:crypto';
import type pg from 'pg';

type Queryable = Pick<pg.ClientBase, 'query'> | pg.Pool;

/** Runs a statement under a name of its own, so that each connection parses and plans it once. */
export async function prepared<Row extends pg.QueryResultRow>(
  db: Queryable,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `limit_${names.size}`));
  const { rows } = await db.query<Row>({ name, text, values: [...values] });
  return rows;
}

const names = new Map<string, string>();

export interface Caller {
  readonly userId: string;
  readonly tokenId: string;
  readonly workspaceId: string;
}

/** The query of the program for an API token and a workspace, word for word: the limit server must check as much. */
const TOKEN = `select t.id as credential_id, t.scopes, t.workspace_id as bound_workspace_id, t.expires_at, t.last_used_at,
  u.id as user_id, u.email, u.name as user_name, u.instance_admin,
  w.id as workspace_id, w.slug, w.name as workspace_name, w.schema_version, m.role
from api_token t
join app_user u on u.id = t.user_id
left join workspace w on w.slug = $3 and w.deleted_at is null and (t.workspace_id is null or t.workspace_id = w.id)
left join member m on m.workspace_id = w.id and m.user_id = t.user_id
where t.token_hash = $1 and t.revoked_at is null and (t.expires_at is null or t.expires_at > $2)`;

/** Null if the credential is invalid, or the caller does not belong to the workspace. */
export async function authenticate(
  db: Queryable,
  authorization: string | undefined,
  slug: string,
): Promise<Caller | null> {
  const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
  if (token === undefined) return null;
  const hash = createHash('sha256').update(token).digest();
  const [row] = await prepared<{ user_id: string; credential_id: string; workspace_id: string; role: string | null }>(
    db,
    TOKEN,
    [hash, new Date(), slug],
  );
  if (!row || row.role === null) return null;
  return { userId: row.user_id, tokenId: row.credential_id, workspaceId: row.workspace_id };
}
