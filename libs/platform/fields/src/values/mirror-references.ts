import { sql } from 'kysely';
import { type FieldDefinition, typeHolds, type RegisteredKind } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';

interface Mirror {
  readonly workspaceId: string;
  readonly kind: RegisteredKind;
  /** Null: the field and its values are removed. */
  readonly definition: FieldDefinition | null;
  readonly name: string;
}

const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** Whether `record_reference` has the values of the field. */
export function isMirrored({ type }: FieldDefinition): boolean {
  return typeHolds(type, 'record', 'file');
}

/** Rewrites `record_reference` from the values of the field, as the writer of records would. */
export async function mirrorReferences(
  tx: Transaction,
  { workspaceId, kind, definition, name }: Mirror,
): Promise<void> {
  await sql`delete from record_reference
    where workspace_id = ${workspaceId} and source_kind = ${kind.id} and field = ${name}`.execute(tx.db);
  if (!definition || !isMirrored(definition)) return;
  const isFile = typeHolds(definition.type, 'file');
  // A record in the trash keeps its references to files, but not to records.
  const live = isFile ? sql`true` : sql`deleted_at is null`;
  // A hidden value does not block deletion, but must have an existing target when the field is restored.
  const onDelete = isFile ? 'restrict' : definition.deleted ? 'clear' : (definition.on_delete ?? 'clear');
  await sql`insert into record_reference (workspace_id, target_id, source_id, field, source_kind, target_kind, on_delete)
    select workspace_id, (fields->>${name})::uuid, id, ${name}, kind, ${isFile ? 'file' : definition.target_kind}, ${onDelete}
    from ${sql.table(kind.partition)}
    where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and ${live} and fields->>${name} ~ ${UUID}`.execute(
    tx.db,
  );
}
