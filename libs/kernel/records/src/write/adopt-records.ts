import { sql } from 'kysely';
import type { AnyRecord, FieldValues, RegisteredKind, WorkspaceSchema } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import { validate, validationFailed } from '@cubit/core';
import { activeReferences } from './active-references.js';
import { resolveTags } from './resolve-tags.js';
import type { Journal } from './journal.js';
import { normaliseFields } from './normalise.js';
import { asAlreadyExists } from './record-statements.js';

/** A record of another workspace or instance. */
export interface AdoptedRecord {
  readonly record: Omit<AnyRecord, 'kind'>;
  /** Its pointer in the source: paths of faults begin with it. */
  readonly prefix: string;
}

interface Adoption {
  readonly tx: Transaction;
  readonly workspaceId: string;
  readonly schema: WorkspaceSchema;
  readonly newId: () => string;
  readonly journal: Journal;
}

/**
 * Writes records unchanged from another workspace: with ids, versions, times, authors, computed fields and the trash. The effects of their
 * writes happened there already, so no hooks run and no history and events are written; references and search rows are. Check the targets
 * of references when all records are written (`brokenReferences`).
 */
export async function adoptRecords(
  { tx, workspaceId, schema, newId, journal }: Adoption,
  kind: RegisteredKind,
  items: readonly AdoptedRecord[],
): Promise<void> {
  const shape = schema.kinds.get(kind.id) ?? kind.shape;
  const tagsOf = await resolveTags(
    { tx, workspaceId, newId },
    items.flatMap(({ record }) => record.tags),
  );
  const adopted = items.map(({ record, prefix }) => {
    const fields = normaliseFields(shape, record.fields as FieldValues);
    const faults = validate(shape.storedSchema, fields, `${prefix}/fields`);
    if (faults.length > 0) throw validationFailed(faults);
    return { ...record, kind: kind.id, fields, tags: tagsOf(record.tags) };
  });
  try {
    await sql`insert into ${sql.table(kind.partition)} (workspace_id, kind, id, title, fields, tags, version, created_at, updated_at, created_by, deleted_at)
      select ${workspaceId}::uuid, ${sql.lit(kind.id)}, id, title, fields, tags, version, created_at, updated_at, created_by, deleted_at
      from json_to_recordset(${JSON.stringify(adopted)}::json) as x(id uuid, title text, fields jsonb, tags text[], version int,
        created_at timestamptz, updated_at timestamptz, created_by uuid, deleted_at timestamptz)`.execute(tx.db);
  } catch (error) {
    const rows = adopted.map(({ fields }, index) => {
      const prefix = items[index]?.prefix ?? '';
      return { fields, path: (field: string) => `${prefix}/fields/${field}` };
    });
    throw asAlreadyExists(error, kind, { shape, rows });
  }
  for (const record of adopted) {
    const source = { id: record.id, kind: kind.id };
    journal.refer(source, activeReferences(shape, record));
    journal.report({ ...source, version: record.version, op: 'create' });
    if (record.deleted_at === null) journal.index(shape, null, record);
  }
}
