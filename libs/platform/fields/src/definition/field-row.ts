import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import { customIndexName, type DatabaseSchema } from '@cubit/database';
import { type FieldDefinition, typeOfName } from '@cubit/core/host';

export type FieldRow = Selectable<DatabaseSchema['field_definition']> & {
  /** Whether the index that the settings require exists and is valid. */
  readonly index_ready: boolean;
};

interface ReadFields {
  readonly workspaceId: string;
  readonly condition: RawBuilder<unknown>;
  readonly limit: number;
}

/** Ordered by kind, then position. */
export async function readFields(
  db: Kysely<DatabaseSchema>,
  { workspaceId, condition, limit }: ReadFields,
): Promise<readonly FieldRow[]> {
  const { rows } = await sql<Omit<FieldRow, 'index_ready'>>`select * from field_definition
    where workspace_id = ${workspaceId} and ${condition} order by kind, position, id limit ${limit}`.execute(db);
  const wanted = rows.filter(hasIndex).map((row) => customIndexName(definitionOf(row)));
  const ready = wanted.length === 0 ? new Set<string>() : await usableIndexes(db, wanted);
  return rows.map((row) => ({ ...row, index_ready: hasIndex(row) && ready.has(customIndexName(definitionOf(row))) }));
}

export async function readField(
  db: Kysely<DatabaseSchema>,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
): Promise<FieldRow | undefined> {
  const [row] = await readFields(db, { workspaceId, condition: sql`id = ${id}`, limit: 1 });
  return row;
}

export function hasIndex({ indexed, is_unique }: Pick<FieldRow, 'indexed' | 'is_unique'>): boolean {
  return indexed || is_unique;
}

export function definitionOf(row: Omit<FieldRow, 'index_ready'>): FieldDefinition {
  const { deleted_at: deletedAt, ...definition } = row;
  return { ...definition, type: typeOfName(row.type), deleted: deletedAt !== null };
}

async function usableIndexes(db: Kysely<DatabaseSchema>, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    name: string;
  }>`select c.relname as name from pg_class c join pg_index i on i.indexrelid = c.oid
    where c.relname = any(${names}::text[]) and c.relnamespace = current_schema()::regnamespace and i.indisvalid`.execute(
    db,
  );
  return new Set(rows.map((row) => row.name));
}

/** The definition as the API returns it. */
export function fieldBody(row: FieldRow) {
  const { id, kind, name, title, type, required, options, target_kind, on_delete, unit, help, position } = row;
  return {
    ...{
      id,
      kind,
      name,
      title,
      type,
      required,
      options,
      default: row.default,
      target_kind,
      on_delete,
      unit,
      help,
      position,
    },
    indexed: row.indexed,
    unique: row.is_unique,
    index: hasIndex(row) ? { ready: row.index_ready, job: row.index_job } : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
  };
}
