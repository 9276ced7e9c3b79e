import { callerOf, type FieldDefinition, type RouteRequest, workspaceOf } from '@cubit/core/host';
import { auditChange } from '@cubit/access';
import { isSearched, type KernelServices } from '@cubit/records';
import { notFound } from '@cubit/core';
import type { Transaction } from '@cubit/database';
import type { Jobs } from '@cubit/jobs';
import { INDEX_JOB } from '../jobs/index-job.js';
import { SEARCH_JOB } from '../jobs/search-job.js';
import type { ValueReport } from '../values/check-values.js';
import { readField, type FieldRow } from './field-row.js';

export type Request = Pick<RouteRequest, 'workspace' | 'caller' | 'address'>;

export interface SaveParts {
  readonly services: KernelServices;
  readonly jobs: Jobs;
}

export interface Saved {
  readonly row: FieldRow;
  /** Only for a dry run. */
  readonly report?: ValueReport;
}

/** One request that changes definitions. */
export interface Save {
  readonly tx: Transaction;
  readonly request: Request;
  readonly dryRun: boolean;
}

export async function stored({ tx, request }: Pick<Save, 'tx' | 'request'>, id: string): Promise<FieldRow> {
  const { id: workspaceId, schema } = workspaceOf(request);
  const row = await readField(tx.db, { workspaceId, id });
  if (!row || !schema.kinds.has(row.kind)) throw notFound('Field definition');
  return row;
}

/** Enqueues the job that builds or drops the index after the commit. */
export async function enqueueIndex(
  jobs: Jobs,
  tx: Transaction,
  { row, createdBy }: { readonly row: Pick<FieldRow, 'workspace_id' | 'id' | 'kind'>; readonly createdBy: string },
): Promise<void> {
  const { workspace_id: workspaceId, id, kind } = row;
  const job = await jobs.enqueue(tx, { workspaceId, type: INDEX_JOB, input: { definition: id, kind }, createdBy });
  await tx.db
    .updateTable('field_definition')
    .set({ index_job: job })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Enqueues the job that updates the search index, if the field was or is searchable. */
export async function enqueueSearch(
  jobs: Jobs,
  { tx, request }: Pick<Save, 'tx' | 'request'>,
  { id, fields }: { readonly id: string; readonly fields: readonly FieldDefinition[] },
): Promise<void> {
  if (!fields.some(isSearched)) return;
  const [workspaceId, createdBy] = [workspaceOf(request).id, callerOf(request).user.id];
  await jobs.enqueue(tx, { workspaceId, type: SEARCH_JOB, input: { definition: id }, createdBy });
}

interface AuditedChange {
  readonly action: string;
  readonly row: FieldRow;
  readonly details?: Readonly<Record<string, unknown>>;
}

export function auditField(
  { tx, request }: Pick<Save, 'tx' | 'request'>,
  { action, row, details = {} }: AuditedChange,
): Promise<void> {
  const { id, kind, name } = row;
  return auditChange(tx, request, { action, target: { field_definition_id: id, kind, name, ...details } });
}
