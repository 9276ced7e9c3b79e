import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../schema/schema.js';

/**
 * Drops the indexes of a workspace's custom fields. They are on tables shared by all workspaces, so deleting rows does not remove
 * them.
 */
export async function dropFieldIndexes(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from field_definition d
    join pg_class c on starts_with(c.relname, 'custom_' || replace(d.id::text, '-', '') || '_')
    where d.workspace_id = ${workspaceId} and c.relkind = 'i' and c.relnamespace = current_schema()::regnamespace`.execute(
    db,
  );
  for (const { name } of rows) {
    await sql`drop index concurrently if exists ${sql.table(name)}`.execute(db);
    await sql`drop statistics if exists ${sql.table(`${name}_s`)}`.execute(db);
  }
}
