import { sql } from 'kysely';
import { type KernelServices, tagKey } from '@cubit/records';
import type { ArchivePart } from '@cubit/runtime';
import { shownColor, storedColor } from '../tags/stored-color.js';
import { tagLine, type TagLine } from '../tags/tag.routes.js';

/** Tags in the archive of a workspace. Records refer to tags by name, so imported tags get new ids, and an existing name is the same tag. */
export function tagArchive({ newId }: Pick<KernelServices, 'newId'>): ArchivePart<TagLine> {
  return {
    name: 'tags',
    stage: 'schema',
    row: tagLine,
    occupied: () => Promise.resolve(false),
    async *rows({ db, workspaceId }) {
      const tags = await db
        .selectFrom('tag')
        .select(['name', 'color', 'created_at', 'updated_at'])
        .where('workspace_id', '=', workspaceId)
        .orderBy(sql`name_key collate "C"`)
        .execute();
      for (const { name, color, created_at, updated_at } of tags)
        yield {
          name,
          ...shownColor(color),
          created_at: created_at.toISOString(),
          updated_at: updated_at.toISOString(),
        };
    },
    async take({ tx, workspaceId }, rows) {
      const values = rows.map((row) => ({ ...row, color: storedColor(row), id: newId(), name_key: tagKey(row.name) }));
      await sql`insert into tag (workspace_id, id, name, name_key, color, created_at, updated_at)
        select ${workspaceId}::uuid, id, name, name_key, color, created_at, updated_at
        from json_to_recordset(${JSON.stringify(values)}::json) as x(id uuid, name text, name_key text, color text,
          created_at timestamptz, updated_at timestamptz)
        on conflict (workspace_id, name_key) do update set name = excluded.name, color = excluded.color`.execute(tx.db);
    },
  };
}
