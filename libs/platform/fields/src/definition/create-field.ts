import { fail } from '@cubit/core';
import { lockSchema } from '@cubit/records';
import { type FieldDefinition, workspaceOf } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import { definitionOf, type FieldRow } from './field-row.js';
import { enqueueSearch, auditField, stored, type Save, type Saved, type SaveParts } from './save-parts.js';
import { checkStoredValues, requireValidField, rowOf, store } from './store-field.js';

/** Limit per kind and workspace, including deleted fields. */
const MAX_FIELDS = 200;
/** The definition to store, without the members that the database determines. */
export type Draft = Omit<FieldDefinition, 'id' | 'deleted' | 'position'> & { readonly position: number | null };

export async function createField(parts: SaveParts, save: Save, draft: Draft): Promise<Saved> {
  const { tx, request, dryRun } = save;
  const { id: workspaceId, schema } = workspaceOf(request);
  await lockSchema(tx, workspaceId);
  const siblings = await siblingsOf(tx, workspaceId, draft.kind);
  const former = siblings.find((row) => row.name === draft.name) ?? null;
  if (former) requireGone(former);
  if (!former && siblings.length >= MAX_FIELDS)
    throw fail('quota_exceeded', `A kind may have at most ${MAX_FIELDS} custom fields, including deleted ones.`);
  const position = draft.position ?? Math.max(-1, ...siblings.map((row) => row.position)) + 1;
  const definition = { ...draft, position, id: former?.id ?? parts.services.newId(), deleted: false };
  const kind = requireValidField(parts, definition, schema);
  const questions = { fit: true, unique: definition.is_unique, required: definition.required };
  const report = await checkStoredValues(parts, save, {
    kind,
    former: former && definitionOf(former),
    definition,
    questions,
  });
  const row = rowOf(definition, { request, at: tx.now, createdAt: former?.created_at ?? tx.now });
  if (dryRun) return { row, report };
  await store(parts, save, { kind, before: null, after: row });
  if (former) await enqueueSearch(parts.jobs, save, { id: row.id, fields: [definition] });
  await auditField(save, { action: 'field_definition.created', row });
  return { row: await stored(save, row.id) };
}

/** Refuses an existing name. The name of a deleted definition is allowed and restores its values. */
function requireGone({ deleted_at: deletedAt, purge_job: purgeJob, kind, name }: Omit<FieldRow, 'index_ready'>): void {
  const at = (code: string, message: string) => ({ details: [{ path: '/name', code, message }] });
  if (deletedAt === null) {
    const message = `'${kind}' has a field '${name}' already.`;
    throw fail('already_exists', message, at('already_exists', message));
  }
  if (purgeJob === null) return;
  const message = `The values of a deleted field '${name}' are being removed. The name is available when job ${purgeJob} has ended.`;
  throw fail('conflict', message, at('conflict', message));
}

async function siblingsOf(tx: Transaction, workspaceId: string, kind: string) {
  return tx.db
    .selectFrom('field_definition')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', kind)
    .execute();
}
