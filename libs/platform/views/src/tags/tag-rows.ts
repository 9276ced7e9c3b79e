import { sql, type Kysely, type Selectable } from 'kysely';
import { notFound } from '@cubit/core';
import { shownColor } from './stored-color.js';
import type { DatabaseSchema, Transaction } from '@cubit/database';
import type { WorkspaceAccess } from '@cubit/core/host';

export type TagRow = Selectable<DatabaseSchema['tag']>;

/** Reads the tag and locks it until the transaction ends, so that no record gets it meanwhile. */
export async function lockTag(tx: Transaction, workspaceId: string, id: string): Promise<TagRow> {
  const row = await tx.db
    .selectFrom('tag')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('Tag');
  return row;
}

/** Counts the records of enabled kinds per tag, without the trash, in one statement. */
export async function countUses(
  db: Kysely<DatabaseSchema>,
  { id, schema }: Pick<WorkspaceAccess, 'id' | 'schema'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const kinds = [...schema.kinds.keys()];
  const { rows } = await sql<{ tag: string; count: number }>`select tag, count(*) as count from (
      select unnest(tags) as tag from record
      where workspace_id = ${id} and kind = any(${kinds}::text[]) and deleted_at is null
        and tags <> '{}' and tags && ${names}::text[]
    ) used where tag = any(${names}::text[]) group by tag`.execute(db);
  return new Map(rows.map(({ tag, count }) => [tag, count]));
}

/** The tag as the API returns it. */
export function tagBody({ id, name, color, created_at, updated_at }: TagRow, count: number) {
  return {
    id,
    name,
    ...shownColor(color),
    count,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
