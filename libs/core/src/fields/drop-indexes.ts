import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../database/schema.js';

/** The indexes of a workspace's own fields lie on the tables of all workspaces, where no row of it leads to them. */
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
