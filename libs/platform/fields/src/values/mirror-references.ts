import { sql } from 'kysely';
import type { FieldDefinition, RegisteredKind, Transaction } from '@cubit/core';

interface Mirror {
  readonly workspaceId: string;
  readonly kind: RegisteredKind;
  /** Null: the field and its values are gone. */
  readonly definition: FieldDefinition | null;
  readonly name: string;
}

const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** Makes `record_reference` say what the field's values say, as the writer of records would have written it. */
export async function mirrorReferences(
  tx: Transaction,
  { workspaceId, kind, definition, name }: Mirror,
): Promise<void> {
  await sql`delete from record_reference
    where workspace_id = ${workspaceId} and source_kind = ${kind.id} and field = ${name}`.execute(tx.db);
  if (definition?.type !== 'record' && definition?.type !== 'file') return;
  const isFile = definition.type === 'file';
  // A file stays held while its record is in the trash; a record is let go.
  const live = isFile ? sql`true` : sql`deleted_at is null`;
  // What is hidden forbids nothing, but must not lead nowhere when it comes back.
  const onDelete = isFile ? 'restrict' : definition.deleted ? 'clear' : (definition.on_delete ?? 'clear');
  await sql`insert into record_reference (workspace_id, target_id, source_id, field, source_kind, target_kind, on_delete)
    select workspace_id, (fields->>${name})::uuid, id, ${name}, kind, ${isFile ? 'file' : definition.target_kind}, ${onDelete}
    from ${sql.table(kind.partition)}
    where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and ${live} and fields->>${name} ~ ${UUID}`.execute(
    tx.db,
  );
}
