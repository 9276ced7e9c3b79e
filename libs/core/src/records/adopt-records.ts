import { sql } from 'kysely';
import type { AnyRecord } from '../contract/kind.js';
import type { Transaction } from '../database/transaction.js';
import { validationFailed } from '../errors/cubit-error.js';
import { filesOf } from '../files/file-references.js';
import type { RegisteredKind } from '../registry/registered.js';
import { settleTags } from '../tags/settle-tags.js';
import { validate } from '../validation/validate.js';
import type { WorkspaceSchema } from '../workspace/workspace-schema.js';
import type { Journal } from './journal.js';
import { normaliseFields } from './normalise.js';
import { asAlreadyExists } from './record-statements.js';
import { storedReferencesOf } from './references.js';

type Fields = Readonly<Record<string, unknown>>;

/** A record as it was elsewhere. */
export interface AdoptedRecord {
  readonly record: Omit<AnyRecord, 'kind'>;
  /** Where it stands: faults begin with it. */
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
 * Writes records as they were elsewhere: ids, versions, times, authors, computed fields and the trash included. What follows from a
 * record's being written happened there already, so there are no hooks, no lifecycle, no history and no events; its references and its
 * place in the search are made. Where its references lead is to be seen to once all are there (`brokenReferences`).
 */
export async function adoptRecords(
  { tx, workspaceId, schema, newId, journal }: Adoption,
  kind: RegisteredKind,
  items: readonly AdoptedRecord[],
): Promise<void> {
  const shape = schema.kinds.get(kind.id) ?? kind.shape;
  const settled = await settleTags(
    { tx, workspaceId, newId },
    items.flatMap(({ record }) => record.tags),
  );
  const adopted = items.map(({ record, prefix }) => {
    const fields = normaliseFields(shape, record.fields as Fields);
    const faults = validate(shape.storedSchema, fields, `${prefix}/fields`);
    if (faults.length > 0) throw validationFailed(faults);
    return { ...record, kind: kind.id, fields, tags: settled(record.tags) };
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
    // A record in the trash holds its files and lets go of everything else.
    journal.refer(source, filesOf(shape, record.fields));
    if (record.deleted_at !== null) continue;
    journal.refer(source, storedReferencesOf(shape, record.fields));
    journal.index(shape, null, record);
  }
}
