import { sql, type Kysely, type RawBuilder } from 'kysely';
import { notFound, readPage } from '@cubit/core';
import { countFrom, type DatabaseSchema } from '@cubit/database';
import { type Page, type PageQuery, roleIncludes, type WorkspaceAccess } from '@cubit/core/host';
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
export function findFiles(
  db: Kysely<DatabaseSchema>,
  workspace: WorkspaceAccess,
  { kind, record_id: recordId, ...query }: FileQuery,
): Promise<Page<FileRow>> {
  const scope = sql`${visible(workspace)}
    ${kind === undefined ? sql`` : sql`and attached_kind = ${kind}`}
    ${recordId === undefined ? sql`` : sql`and attached_id = ${recordId}`}`;
  return readPage(query, {
    list: `files/${workspace.id}/${kind ?? ''}/${recordId ?? ''}`,
    sortedBy: ['uuid'],
    async rows(after, limit) {
      const before = after ? sql`and id < ${after[0]}` : sql``;
      const { rows } = await sql<FileRow>`select ${sql.raw(FILE_COLUMNS_SQL)} from file
        where ${scope} ${before} order by id desc limit ${limit}`.execute(db);
      return rows;
    },
    total: () => countFrom(db, sql`from file where ${scope}`),
    valuesOf: ({ id }) => [id],
  });
}
