import {
  actorOf,
  audit,
  callerOf,
  isSearched,
  notFound,
  workspaceOf,
  type FieldDefinition,
  type KernelServices,
  type RouteRequest,
  type Transaction,
} from '@cubit/core';
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
  /** Of a dry run alone. */
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

/** Its index follows when the transaction has committed. */
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

/** What the search finds of existing values follows likewise, where the field is looked into, as it was or as it is. */
export async function enqueueSearch(
  jobs: Jobs,
  { tx, request }: Pick<Save, 'tx' | 'request'>,
  { id, fields }: { readonly id: string; readonly fields: readonly FieldDefinition[] },
): Promise<void> {
  if (!fields.some(isSearched)) return;
  const [workspaceId, createdBy] = [workspaceOf(request).id, callerOf(request).user.id];
  await jobs.enqueue(tx, { workspaceId, type: SEARCH_JOB, input: { definition: id }, createdBy });
}

export function note(
  { tx, request }: Pick<Save, 'tx' | 'request'>,
  action: string,
  { id, kind, name }: FieldRow,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const by = { actor: actorOf(callerOf(request)), address: request.address };
  const target = { field_definition_id: id, kind, name, ...more };
  return audit(tx, { ...by, workspaceId: workspaceOf(request).id, action, target });
}
