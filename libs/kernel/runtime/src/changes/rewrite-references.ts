import { sql } from 'kysely';
import type { Transaction } from '@cubit/database';
import type { RegisteredKind } from '@cubit/core/host';

interface ReferringRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly next: Readonly<Record<string, unknown>>;
}

/** References of the records as their fields have them now. Those of custom fields stay. */
export async function rewriteReferences(
  { db }: Transaction,
  kind: RegisteredKind,
  rows: readonly ReferringRow[],
): Promise<void> {
  const sources = JSON.stringify(rows.map(({ workspace_id, id }) => ({ workspace_id, id })));
  await sql`delete from record_reference r using json_to_recordset(${sources}::json) as x(workspace_id uuid, id uuid)
    where r.workspace_id = x.workspace_id and r.source_id = x.id
      and not exists (select from field_definition f where f.workspace_id = r.workspace_id and f.kind = ${kind.id} and f.name = r.field)`.execute(
    db,
  );
  const references = rows.flatMap((row) => referencesOf(kind, row));
  if (references.length === 0) return;
  await sql`insert into record_reference (workspace_id, target_id, source_id, field, source_kind, target_kind, on_delete)
    select workspace_id, target_id, source_id, field, ${kind.id}, target_kind, on_delete
    from json_to_recordset(${JSON.stringify(references)}::json)
      as x(workspace_id uuid, target_id uuid, source_id uuid, field text, target_kind text, on_delete text)
    on conflict do nothing`.execute(db);
}

function referencesOf({ shape }: RegisteredKind, { workspace_id, id, next }: ReferringRow): object[] {
  return shape.storedReferences.flatMap(({ name, kind: target, onDelete }) => {
    const value = next[name];
    if (target === null || onDelete === 'keep' || value === undefined || value === null) return [];
    const targets = Array.isArray(value) ? (value as unknown[]) : [value];
    return [...new Set(targets)].map((target_id) => ({
      workspace_id,
      target_id,
      source_id: id,
      field: name,
      target_kind: target,
      on_delete: onDelete,
    }));
  });
}
