import { lockSchema } from '@cubit/records';
import { notFound } from '@cubit/core';
import { type FieldDefinition, workspaceOf } from '@cubit/core/host';
import { definitionOf } from './field-row.js';
import { enqueueSearch, auditField, stored, type Save, type Saved, type SaveParts } from './save-parts.js';
import { checkStoredValues, requireValidField, RETYPING, rowOf, sameIn, store } from './store-field.js';

export async function updateField(
  parts: SaveParts,
  save: Save,
  { id, change }: { readonly id: string; readonly change: (before: FieldDefinition) => FieldDefinition },
): Promise<Saved> {
  const { tx, request, dryRun } = save;
  const { id: workspaceId, schema } = workspaceOf(request);
  await lockSchema(tx, workspaceId);
  const before = await stored(save, id);
  if (before.deleted_at !== null) throw notFound('Field definition');
  const old = definitionOf(before);
  const definition = change(old);
  const kind = requireValidField(parts, definition, schema);
  const retyped = RETYPING.some((key) => !sameIn(old, definition, key));
  const questions = {
    fit: retyped,
    unique: definition.is_unique && (retyped || !old.is_unique),
    required: definition.required && !old.required,
  };
  const report = await checkStoredValues(parts, save, { kind, former: old, definition, questions });
  const row = rowOf(definition, { request, at: tx.now, createdAt: before.created_at });
  if (dryRun) return { row, report };
  const keys = Object.keys(definition) as (keyof FieldDefinition)[];
  const changed = keys.filter((key) => !sameIn(old, definition, key));
  if (changed.length === 0) return { row: before };
  await store(parts, save, { kind, before, after: row });
  if (old.type !== definition.type) await enqueueSearch(parts.jobs, save, { id, fields: [old, definition] });
  await auditField(save, { action: 'field_definition.updated', row, details: { changed } });
  return { row: await stored(save, id) };
}
