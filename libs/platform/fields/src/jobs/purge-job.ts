import { sql } from 'kysely';
import {
  holdSchema,
  isSearched,
  raiseSchemaVersion,
  rewriteSearch,
  type KernelServices,
  type RegisteredKind,
  type Transaction,
} from '@cubit/core';
import type { JobDefinition } from '@cubit/jobs';
import { definitionOf, readField, type FieldRow } from '../definition/field-row.js';
import { mirrorReferences } from '../values/mirror-references.js';

export const PURGE_JOB = 'fields:purge';
const ROWS_PER_STEP = 1_000;

export interface PurgeInput {
  readonly definition: string;
}

interface Checkpoint {
  /** Records up to this id are done. */
  readonly after: string;
  readonly purged: number;
}

const START: Checkpoint = { after: '00000000-0000-0000-0000-000000000000', purged: 0 };

/**
 * Removes the values of a deleted field in small steps, and in the end its definition. Nobody could see them, so no record gets a new
 * version.
 */
export function purgeJob(services: KernelServices): JobDefinition<PurgeInput> {
  const { database, registry } = services;
  return {
    async handler(job) {
      const { workspaceId, input, signal } = job;
      const row = await readField(database.db, { workspaceId, id: input.definition });
      const kind = row && registry.kinds.get(row.kind);
      let state = (job.checkpoint as Checkpoint | null) ?? START;
      if (!row || row.deleted_at === null || !kind) return { purged: state.purged };
      for (let more = true; more;) {
        signal.throwIfAborted();
        const next = await job.transaction(async (tx) => {
          const step = await purgeStep(tx, services, { row, kind, state });
          await job.save(tx, step);
          return step;
        });
        more = next.purged > state.purged;
        state = next;
        job.progress(state.purged);
      }
      await job.transaction((tx) => removeDefinition(tx, { row, kind }));
      return { purged: state.purged };
    },
  };
}

interface Purged {
  readonly row: FieldRow;
  readonly kind: RegisteredKind;
}

async function purgeStep(
  tx: Transaction,
  services: KernelServices,
  { row, kind, state }: Purged & { readonly state: Checkpoint },
): Promise<Checkpoint> {
  const own = sql`workspace_id = ${row.workspace_id} and kind = ${sql.lit(kind.id)}`;
  const { rows } = await sql<{ id: string }>`with step as (
      select id from ${sql.table(kind.partition)} where ${own} and fields ? ${row.name} and id > ${state.after}
      order by id limit ${sql.lit(ROWS_PER_STEP)} for no key update
    ), purged as (
      update ${sql.table(kind.partition)} set fields = fields - ${row.name}::text where ${own} and id in (select id from step)
    ) select id from step order by id`.execute(tx.db);
  // Deleted a moment ago, its values may still be found.
  if (isSearched(definitionOf(row)))
    await rewriteSearch(tx, services, { workspaceId: row.workspace_id, kind: kind.id, ids: rows.map(({ id }) => id) });
  return { after: rows.at(-1)?.id ?? state.after, purged: state.purged + rows.length };
}

async function removeDefinition(tx: Transaction, { row, kind }: Purged): Promise<void> {
  const { workspace_id: workspaceId, id, name } = row;
  await holdSchema(tx, workspaceId);
  await mirrorReferences(tx, { workspaceId, kind, definition: null, name });
  await tx.db.deleteFrom('field_definition').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
  await raiseSchemaVersion(tx, workspaceId);
}
