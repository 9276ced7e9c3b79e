import { sql } from 'kysely';
import { lockSchema, isSearched, type KernelServices, raiseSchemaVersion, rewriteSearch } from '@cubit/records';
import type { Transaction } from '@cubit/database';
import type { JobDefinition } from '@cubit/jobs';
import { definitionOf } from '../definition/field-row.js';
import { mirrorReferences } from '../values/mirror-references.js';
import { type DefinedField, type FieldJobInput, fieldOfJob, walked, walkRecords } from './walk-records.js';

export const PURGE_JOB = 'fields:purge';
const ROWS_PER_STEP = 1_000;

/**
 * Removes the values of a deleted field in small steps, then its definition. The values were hidden, so records get no new
 * version.
 */
export function purgeJob(services: KernelServices): JobDefinition<FieldJobInput> {
  return {
    async handler(job) {
      const field = await fieldOfJob(services, job);
      if (!field || field.row.deleted_at === null) return { purged: walked(job).records };
      const purged = await walkRecords(job, (tx, after) => purgeStep(tx, services, { ...field, after }));
      await job.transaction((tx) => removeDefinition(tx, field));
      return { purged };
    },
  };
}

async function purgeStep(
  tx: Transaction,
  services: KernelServices,
  { row, kind, after }: DefinedField & { readonly after: string },
): Promise<readonly string[]> {
  const own = sql`workspace_id = ${row.workspace_id} and kind = ${sql.lit(kind.id)}`;
  const { rows } = await sql<{ id: string }>`with step as (
      select id, version, fields->${row.name}::text as value from ${sql.table(kind.partition)}
      where ${own} and fields ? ${row.name} and id > ${after} order by id limit ${sql.lit(ROWS_PER_STEP)} for no key update
    ), noted as (
      -- What changes of the field did follows from its value, as long as there is one.
      update record_change c set after = jsonb_build_object(${row.name}::text, step.value) || coalesce(c.after, '{}')
      from step where c.workspace_id = ${row.workspace_id} and c.record_id = step.id and c.version = step.version
    ), purged as (
      update ${sql.table(kind.partition)} set fields = fields - ${row.name}::text where ${own} and id in (select id from step)
    ) select id from step order by id`.execute(tx.db);
  const ids = rows.map(({ id }) => id);
  // The search may still find the values if the field was deleted a moment ago.
  if (isSearched(definitionOf(row)))
    await rewriteSearch(tx, services, { workspaceId: row.workspace_id, kind: kind.id, ids });
  return ids;
}

async function removeDefinition(tx: Transaction, { row, kind }: DefinedField): Promise<void> {
  const { workspace_id: workspaceId, id, name } = row;
  await lockSchema(tx, workspaceId);
  await mirrorReferences(tx, { workspaceId, kind, definition: null, name });
  await tx.db.deleteFrom('field_definition').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
  await raiseSchemaVersion(tx, workspaceId);
}
