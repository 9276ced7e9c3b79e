import { sql, type Kysely, type RawBuilder } from 'kysely';
import { decodeCursor, DEFAULT_LIMIT, encodeCursor, fail, notFound, pageOf } from '@cubit/core';
import type { DatabaseSchema } from '@cubit/database';
import { type Page, type PageQuery, roleIncludes, type WorkspaceAccess } from '@cubit/core/host';
import { validate } from 'uuid';
import { FILE_COLUMNS_SQL, type FileRow } from '../tables/file-row.js';

export interface FileQuery extends PageQuery {
  readonly kind?: string;
  readonly record_id?: string;
}

/** Files of the workspace, except those of records of disabled modules and those hidden from the caller's role. */
function visible({ id, schema, role }: WorkspaceAccess): RawBuilder<unknown> {
  const kinds = [...schema.kinds.keys()];
  const isAdmin = roleIncludes(role, 'admin');
  return sql`workspace_id = ${id} and (attached_kind is null or attached_kind = any(${kinds}::text[]))
    and (not admins_only or ${isAdmin}::boolean)`;
}

export async function readFile(db: Kysely<DatabaseSchema>, workspace: WorkspaceAccess, id: string): Promise<FileRow> {
  const { rows } = await sql<FileRow>`
    select ${sql.raw(FILE_COLUMNS_SQL)} from file where ${visible(workspace)} and id = ${id}`.execute(db);
  if (!rows[0]) throw notFound('File');
  return rows[0];
}

/** A page of files, newest first. */
export async function findFiles(
  db: Kysely<DatabaseSchema>,
  workspace: WorkspaceAccess,
  { limit = DEFAULT_LIMIT, cursor, count, kind, record_id: recordId }: FileQuery,
): Promise<Page<FileRow>> {
  const list = `files/${workspace.id}/${kind ?? ''}/${recordId ?? ''}`;
  const before = cursor === undefined ? null : idOf(list, cursor);
  const scope = sql`${visible(workspace)}
    ${kind === undefined ? sql`` : sql`and attached_kind = ${kind}`}
    ${recordId === undefined ? sql`` : sql`and attached_id = ${recordId}`}`;
  const { rows } = await sql<FileRow>`select ${sql.raw(FILE_COLUMNS_SQL)} from file
    where ${scope} ${before === null ? sql`` : sql`and id < ${before}`} order by id desc limit ${limit + 1}`.execute(
    db,
  );
  const page = pageOf(rows, limit, (last) => encodeCursor(list, [last.id]));
  if (count !== 'exact') return page;
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from file where ${scope}`.execute(db);
  return { ...page, total: counted[0]?.total ?? 0 };
}

/** A client can invent a cursor, so its contents are checked before they reach the database. */
function idOf(list: string, cursor: string): string {
  const [id] = decodeCursor(list, cursor);
  if (typeof id === 'string' && validate(id)) return id;
  throw fail('invalid_cursor', 'The cursor was not made by this server for this list.');
}
