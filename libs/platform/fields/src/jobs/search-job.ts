import { sql } from 'kysely';
import { rewriteSearch, type KernelServices, type RegisteredKind, type Transaction } from '@cubit/core';
import type { JobDefinition } from '@cubit/jobs';
import { readField, type FieldRow } from '../definition/field-row.js';

export const SEARCH_JOB = 'fields:search';
const ROWS_PER_STEP = 500;

export interface SearchInput {
  readonly definition: string;
}

interface Checkpoint {
  /** Records up to this id are found by what they are now. */
  readonly after: string;
  readonly records: number;
}

const START: Checkpoint = { after: '00000000-0000-0000-0000-000000000000', records: 0 };

/** After a field is gone, back, or of another type: its values are found, or not, in small steps. */
export function searchJob(services: KernelServices): JobDefinition<SearchInput> {
  const { database, registry } = services;
  return {
    async handler(job) {
      const { workspaceId, input, signal } = job;
      const row = await readField(database.db, { workspaceId, id: input.definition });
      const kind = row && registry.kinds.get(row.kind);
      let state = (job.checkpoint as Checkpoint | null) ?? START;
      // Purged meanwhile, which takes its values from the search as well.
      if (!row || !kind) return { records: state.records };
      for (let more = true; more;) {
        signal.throwIfAborted();
        const next = await job.transaction(async (tx) => {
          const step = await searchStep(tx, services, { row, kind, state });
          await job.save(tx, step);
          return step;
        });
        more = next.records > state.records;
        state = next;
        job.progress(state.records);
      }
      return { records: state.records };
    },
  };
}

async function searchStep(
  tx: Transaction,
  services: KernelServices,
  { row, kind, state }: { readonly row: FieldRow; readonly kind: RegisteredKind; readonly state: Checkpoint },
): Promise<Checkpoint> {
  const { workspace_id: workspaceId, name } = row;
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(kind.partition)}
    where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and fields ? ${name} and id > ${state.after}
    order by id limit ${sql.lit(ROWS_PER_STEP)} for no key update`.execute(tx.db);
  const ids = rows.map(({ id }) => id);
  await rewriteSearch(tx, services, { workspaceId, kind: kind.id, ids });
  return { after: ids.at(-1) ?? state.after, records: state.records + ids.length };
}
