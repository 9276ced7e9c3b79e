import { sql } from 'kysely';
import { customIndexName, customIndexPrefix, indexExpression } from '@cubit/database';
import { fail } from '@cubit/core';
import type { KernelServices } from '@cubit/records';
import type { RegisteredKind } from '@cubit/core/host';
import type { JobContext, JobDefinition } from '@cubit/jobs';
import { definitionOf, hasIndex, readField, type FieldRow } from '../definition/field-row.js';
import { BuildSession } from './build-session.js';

export const INDEX_JOB = 'fields:index';

export interface IndexInput {
  readonly definition: string;
  readonly kind: string;
}

interface Wanted {
  readonly name: string;
  readonly create: string;
  readonly statistics: string;
}

/**
 * Makes the index of a field match its definition: builds the required index and drops all others. It can be restarted at any
 * time and rebuilds incomplete indexes. It does not block reads or writes of records.
 */
export function indexJob(services: KernelServices): JobDefinition<IndexInput> {
  return {
    async handler(job) {
      const { definition: id, kind: kindId } = job.input;
      const kind = services.registry.kinds.get(kindId);
      if (!kind) return { index: null };
      const session = await BuildSession.open(services.database, `field-index/${id}`);
      // Another process builds the index for an earlier change of the same field.
      if (!session) throw fail('unavailable', 'Another job is building the index of this field.');
      try {
        const row = await readField(services.database.db, { workspaceId: job.workspaceId, id });
        const wanted = row && row.deleted_at === null && hasIndex(row) ? wantedIndex(row, kind) : null;
        for (const { name, valid } of await session.indexes(customIndexPrefix(id)))
          if (name !== wanted?.name || !valid) await session.dropIndex(name);
        if (wanted && !row?.index_ready) await build(session, job, { wanted, kind });
        return { index: wanted === null ? null : 'ready' };
      } finally {
        await session.close();
      }
    },
  };
}

function wantedIndex(row: FieldRow, { partition }: RegisteredKind): Wanted {
  const definition = definitionOf(row);
  const name = customIndexName(definition);
  const expression = indexExpression(definition);
  // A partial index of one workspace: writes of other workspaces only pay for comparing the workspace id.
  const rows = `where workspace_id = '${row.workspace_id}' and deleted_at is null`;
  const create = definition.is_unique
    ? `create unique index concurrently ${name} on ${partition} (${expression} nulls first) ${rows}`
    : `create index concurrently ${name} on ${partition} (${expression} nulls first, id) ${rows}`;
  return { name, create, statistics: `create statistics ${name}_s on (${expression}) from ${partition}` };
}

async function build(
  session: BuildSession,
  job: JobContext<IndexInput>,
  { wanted, kind }: { readonly wanted: Wanted; readonly kind: RegisteredKind },
): Promise<void> {
  try {
    await session.run(wanted.create, { signal: job.signal, onProgress: (done, total) => job.progress(done, total) });
  } catch (error) {
    await session.dropIndex(wanted.name);
    job.signal.throwIfAborted();
    if (isDuplicate(error))
      throw fail('validation_failed', 'Records now share values of this field, so it cannot be unique.');
    throw error;
  }
  // Without statistics of the expression PostgreSQL estimates that any value matches one row in two hundred.
  await session.run(wanted.statistics, {});
  await session.run(`analyze ${kind.partition}`, {});
}

const UNIQUE_VIOLATION = '23505';

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
}

/** Number of indexes on custom fields of the kind, over all workspaces. */
export async function countIndexes({ database }: KernelServices, { partition }: RegisteredKind): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${partition}::regclass and starts_with(c.relname, 'custom_')`.execute(database.db);
  return rows[0]?.count ?? 0;
}
