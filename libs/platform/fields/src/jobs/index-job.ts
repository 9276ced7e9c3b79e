import { sql } from 'kysely';
import {
  customIndexName,
  customIndexPrefix,
  fail,
  indexExpression,
  type KernelServices,
  type RegisteredKind,
} from '@cubit/core';
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
 * Brings the index of a field in line with its definition: builds the one that is wanted, drops every other. It may be begun again at any
 * time, and what it finds half built it builds anew. Nobody who reads or writes records waits for it.
 */
export function indexJob(services: KernelServices): JobDefinition<IndexInput> {
  return {
    async handler(job) {
      const { definition: id, kind: kindId } = job.input;
      const kind = services.registry.kinds.get(kindId);
      if (!kind) return { index: null };
      const session = await BuildSession.open(services.database, `field-index/${id}`);
      // Another process is at it, for an earlier change of the same field.
      if (!session) throw fail('unavailable', 'The index of this field is being worked on.');
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
  // Of one workspace's rows: the others' writes pay no more for it than a look at their workspace.
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
      throw fail(
        'validation_failed',
        'Records share values of this field by now; it cannot be unique until they do not.',
      );
    throw error;
  }
  // Without statistics of the expression PostgreSQL takes any value for one row in two hundred.
  await session.run(wanted.statistics, {});
  await session.run(`analyze ${kind.partition}`, {});
}

const UNIQUE_VIOLATION = '23505';

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
}

/** Indexes of fields that the kind has by now, of all workspaces together. */
export async function countIndexes({ database }: KernelServices, { partition }: RegisteredKind): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${partition}::regclass and starts_with(c.relname, 'custom_')`.execute(database.db);
  return rows[0]?.count ?? 0;
}
