import { sql, type Kysely, type RawBuilder } from 'kysely';
import { countFrom, type DatabaseSchema } from '@cubit/database';
import type { Actor } from '@cubit/core/host';

export interface AuditFilter {
  /** An action, or a pattern: `token.created`, `token.*`. */
  readonly action?: string;
  /** The actor or the affected user. */
  readonly user_id?: string;
  readonly after?: string;
  readonly before?: string;
}

export interface AuditRow {
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly actor: Actor;
  readonly user_id: string | null;
  readonly user_name: string | null;
  readonly target: Readonly<Record<string, unknown>>;
  readonly address: string | null;
}

interface ReadAuditOptions {
  readonly workspaceId: string;
  readonly filter: AuditFilter;
  /** Only entries older than this id; null: from the newest. */
  readonly beforeId: string | null;
  readonly limit: number;
}

/**
 * Reads the audit log of a workspace, newest first. It includes sign-ins of its members since they joined, and the tokens they
 * created for all their workspaces. Ids grow with time, so a page is two index range scans.
 */
export async function readAudit(db: Kysely<DatabaseSchema>, options: ReadAuditOptions): Promise<readonly AuditRow[]> {
  const { limit } = options;
  const { rows } =
    await sql<AuditRow>`select a.id, a.at, a.action, a.actor, a.user_id, u.name as user_name, a.target, a.address
    from (${entriesOf(options)} order by id desc limit ${limit}) a left join app_user u on u.id = a.user_id order by a.id desc`.execute(
      db,
    );
  return rows;
}

export function countAudit(
  db: Kysely<DatabaseSchema>,
  options: Omit<ReadAuditOptions, 'limit' | 'beforeId'>,
): Promise<number> {
  const entries = entriesOf({ ...options, beforeId: null, limit: null });
  return countFrom(db, sql`from (${entries}) a`);
}

function entriesOf({
  workspaceId,
  filter,
  beforeId,
  limit,
}: Omit<ReadAuditOptions, 'limit'> & { readonly limit: number | null }): RawBuilder<unknown> {
  const conditions = sql.join(
    [
      ...(beforeId === null ? [] : [sql`id < ${beforeId}::uuid`]),
      ...(filter.action === undefined ? [] : [actionCondition(filter.action)]),
      ...(filter.user_id === undefined ? [] : [sql`user_id = ${filter.user_id}::uuid`]),
      ...(filter.after === undefined ? [] : [sql`at > ${filter.after}::timestamptz`]),
      ...(filter.before === undefined ? [] : [sql`at < ${filter.before}::timestamptz`]),
      sql`true`,
    ],
    sql` and `,
  );
  const columns = sql.raw('id, at, action, actor, user_id, target, address');
  const newest = limit === null ? sql`` : sql`order by id desc limit ${limit}`;
  return sql`select * from (
    (select ${columns} from audit_log where workspace_id = ${workspaceId} and ${conditions} ${newest})
    union all
    (select e.* from member m cross join lateral (
      select ${columns} from audit_log where workspace_id is null and user_id = m.user_id and at >= m.created_at
        and (action like 'session.%' or action like 'token.%') and ${conditions} ${newest}
    ) e where m.workspace_id = ${workspaceId})) entry`;
}

function actionCondition(action: string): RawBuilder<unknown> {
  // The underscore is a wildcard of `like`, so it is escaped.
  return action.endsWith('.*')
    ? sql`action like ${`${action.slice(0, -1).replaceAll('_', String.raw`\_`)}%`}`
    : sql`action = ${action}`;
}
