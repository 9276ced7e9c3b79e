import { sql } from 'kysely';
import { type KernelServices, rewriteSearch } from '@cubit/records';
import type { RegisteredKind } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import type { JobDefinition } from '@cubit/jobs';
import { readField, type FieldRow } from '../definition/field-row.js';
import { walked, walkRecords } from './walk-records.js';

export const SEARCH_JOB = 'fields:search';
const ROWS_PER_STEP = 500;

export interface SearchInput {
  readonly definition: string;
}

/** Updates the search index after a field was deleted, restored or changed its type, in small steps. */
export function searchJob(services: KernelServices): JobDefinition<SearchInput> {
  const { database, registry } = services;
  return {
    async handler(job) {
      const { workspaceId, input } = job;
      const row = await readField(database.db, { workspaceId, id: input.definition });
      const kind = row && registry.kinds.get(row.kind);
      // Purged meanwhile; the purge also removes the values from the search index.
      if (!row || !kind) return { records: walked(job).records };
      return { records: await walkRecords(job, (tx, after) => searchStep(tx, services, { row, kind, after })) };
    },
  };
}

async function searchStep(
  tx: Transaction,
  services: KernelServices,
  { row, kind, after }: { readonly row: FieldRow; readonly kind: RegisteredKind; readonly after: string },
): Promise<readonly string[]> {
  const { workspace_id: workspaceId, name } = row;
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(kind.partition)}
    where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and fields ? ${name} and id > ${after}
    order by id limit ${sql.lit(ROWS_PER_STEP)} for no key update`.execute(tx.db);
  const ids = rows.map(({ id }) => id);
  await rewriteSearch(tx, services, { workspaceId, kind: kind.id, ids });
  return ids;
}
