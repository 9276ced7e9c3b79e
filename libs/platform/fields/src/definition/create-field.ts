import { fail, holdSchema, workspaceOf, type FieldDefinition, type Transaction } from '@cubit/core';
import { definitionOf, type FieldRow } from './field-row.js';
import { enqueueSearch, note, stored, type Save, type Saved, type SaveParts } from './save-parts.js';
import { judge, requireSound, rowOf, store } from './store-field.js';

/** Of one kind in one workspace, deleted ones included. */
const MAX_FIELDS = 200;
/** What is to be stored, all but what the database is asked for. */
export type Draft = Omit<FieldDefinition, 'id' | 'deleted' | 'position'> & { readonly position: number | null };

export async function createField(parts: SaveParts, save: Save, draft: Draft): Promise<Saved> {
  const { tx, request, dryRun } = save;
  const { id: workspaceId, schema } = workspaceOf(request);
  await holdSchema(tx, workspaceId);
  const siblings = await siblingsOf(tx, workspaceId, draft.kind);
  const former = siblings.find((row) => row.name === draft.name) ?? null;
  if (former) requireGone(former);
  if (!former && siblings.length >= MAX_FIELDS)
    throw fail('quota_exceeded', `A kind may have ${MAX_FIELDS} fields of a workspace, deleted ones included.`);
  const position = draft.position ?? Math.max(-1, ...siblings.map((row) => row.position)) + 1;
  const definition = { ...draft, position, id: former?.id ?? parts.services.newId(), deleted: false };
  const kind = requireSound(parts, definition, schema);
  const questions = { fit: true, unique: definition.is_unique, required: definition.required };
  const report = await judge(parts, save, { kind, former: former && definitionOf(former), definition, questions });
  const row = rowOf(definition, { request, at: tx.now, createdAt: former?.created_at ?? tx.now });
  if (dryRun) return { row, report };
  await store(parts, save, { kind, before: null, after: row });
  if (former) await enqueueSearch(parts.jobs, save, { id: row.id, fields: [definition] });
  await note(save, 'field_definition.created', row);
  return { row: await stored(save, row.id) };
}

/** A definition of the same name brings the values of a deleted one back. */
function requireGone({ deleted_at: deletedAt, purge_job: purgeJob, kind, name }: Omit<FieldRow, 'index_ready'>): void {
  const at = (code: string, message: string) => ({ details: [{ path: '/name', code, message }] });
  if (deletedAt === null) {
    const message = `'${kind}' has a field '${name}' already.`;
    throw fail('already_exists', message, at('already_exists', message));
  }
  if (purgeJob === null) return;
  const message = `The values of a former field '${name}' are being removed; the name is free when job ${purgeJob} has ended.`;
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
