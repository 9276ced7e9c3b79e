import { callerOf, typeHolds, workspaceOf } from '@cubit/core/host';
import { lockSchema, raiseSchemaVersion } from '@cubit/records';
import { notFound } from '@cubit/core';
import { PURGE_JOB } from '../jobs/purge-job.js';
import { mirrorReferences } from '../values/mirror-references.js';
import { definitionOf, hasIndex } from './field-row.js';
import { enqueueIndex, enqueueSearch, auditField, stored, type Save, type SaveParts } from './save-parts.js';

/** Deletes a definition. Its values are hidden, or with `purge` removed; then returns the id of the job that removes them. */
export async function deleteField(
  { services, jobs }: SaveParts,
  { tx, request }: Omit<Save, 'dryRun'>,
  { id, purge }: { readonly id: string; readonly purge: boolean },
): Promise<string | null> {
  const { id: workspaceId } = workspaceOf(request);
  await lockSchema(tx, workspaceId);
  const before = await stored({ tx, request }, id);
  const kind = services.registry.kinds.get(before.kind);
  if (!kind || (before.deleted_at !== null && !purge)) throw notFound('Field definition');
  const createdBy = callerOf(request).user.id;
  const purgeJob = purge
    ? await jobs.enqueue(tx, { workspaceId, type: PURGE_JOB, input: { definition: id }, createdBy })
    : null;
  await tx.db
    .updateTable('field_definition')
    .set({ deleted_at: before.deleted_at ?? tx.now, purge_job: purgeJob })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
  const definition = { ...definitionOf(before), deleted: true };
  if (typeHolds(definition.type, 'record'))
    await mirrorReferences(tx, { workspaceId, kind, definition, name: before.name });
  if (hasIndex(before)) await enqueueIndex(jobs, tx, { row: before, createdBy });
  if (!purge) await enqueueSearch(jobs, { tx, request }, { id, fields: [definition] });
  await raiseSchemaVersion(tx, workspaceId);
  const action = purge ? 'field_definition.purged' : 'field_definition.deleted';
  await auditField({ tx, request }, { action, row: before });
  return purgeJob;
}
