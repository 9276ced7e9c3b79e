import { sql } from 'kysely';
import { type KernelServices, rewriteSearch } from '@cubit/records';
import type { Transaction } from '@cubit/database';
import type { JobDefinition } from '@cubit/jobs';
import { type DefinedField, type FieldJobInput, fieldOfJob, walked, walkRecords } from './walk-records.js';

export const SEARCH_JOB = 'fields:search';
const ROWS_PER_STEP = 500;

/** Updates the search index after a field was deleted, restored or changed its type, in small steps. */
export function searchJob(services: KernelServices): JobDefinition<FieldJobInput> {
  return {
    async handler(job) {
      const field = await fieldOfJob(services, job);
      // Purged meanwhile; the purge also removes the values from the search index.
      if (!field) return { records: walked(job).records };
      return { records: await walkRecords(job, (tx, after) => searchStep(tx, services, { ...field, after })) };
    },
  };
}

async function searchStep(
  tx: Transaction,
  services: KernelServices,
  { row, kind, after }: DefinedField & { readonly after: string },
): Promise<readonly string[]> {
  const { workspace_id: workspaceId, name } = row;
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(kind.partition)}
    where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and fields ? ${name} and id > ${after}
    order by id limit ${sql.lit(ROWS_PER_STEP)} for no key update`.execute(tx.db);
  const ids = rows.map(({ id }) => id);
  await rewriteSearch(tx, services, { workspaceId, kind: kind.id, ids });
  return ids;
}
