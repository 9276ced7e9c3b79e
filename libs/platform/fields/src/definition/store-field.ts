import { callerOf, type FieldDefinition, nameOfType, type RegisteredKind, workspaceOf } from '@cubit/core/host';
import { customIndexName } from '@cubit/database';
import { fail, validationFailed } from '@cubit/core';
import { raiseSchemaVersion } from '@cubit/records';
import { countIndexes } from '../jobs/index-job.js';
import { checkValues, type Questions, type ValueReport } from '../values/check-values.js';
import { isMirrored, mirrorReferences } from '../values/mirror-references.js';
import { draftFaults } from './draft-faults.js';
import { definitionOf, hasIndex, type FieldRow } from './field-row.js';
import { enqueueIndex, type Request, type Save, type SaveParts } from './save-parts.js';

/** Limit per kind over all workspaces: each index slows every statement on the kind a little (decision 12). */
export const MAX_INDEXES = 50;

/** Returns the kind of a valid definition; throws `422` otherwise. */
export function requireValidField(
  { services }: SaveParts,
  definition: FieldDefinition,
  schema: Parameters<typeof draftFaults>[1],
): RegisteredKind {
  const faults = draftFaults(definition, schema);
  const kind = services.registry.kinds.get(definition.kind);
  if (faults.length > 0 || !kind) throw validationFailed(faults);
  return kind;
}

/** Members of a definition that determine valid values. */
export const RETYPING = ['type', 'options', 'target_kind'] as const;

export function sameIn(one: FieldDefinition | null, other: FieldDefinition, key: keyof FieldDefinition): boolean {
  return JSON.stringify(one?.[key]) === JSON.stringify(other[key]);
}

/** Throws if existing values do not fit the definition. A dry run returns the report instead. */
export async function checkStoredValues(
  { services }: SaveParts,
  { tx, request, dryRun }: Save,
  {
    kind,
    former,
    definition,
    questions,
  }: {
    readonly kind: RegisteredKind;
    /** The definition under which the values were written; null without one. */
    readonly former: FieldDefinition | null;
    readonly definition: FieldDefinition;
    readonly questions: Questions;
  },
): Promise<ValueReport> {
  const workspaceId = workspaceOf(request).id;
  const report = await checkValues({ services, tx, workspaceId, kind, definition }, questions);
  if (dryRun || report.misfits + report.duplicates === 0) return report;
  const message =
    report.misfits > 0
      ? `${report.misfits} of ${report.records} records hold a value of '${definition.name}' that does not fit.`
      : `Records share values of '${definition.name}' (${report.duplicates}).`;
  const path =
    report.misfits > 0 ? `/${RETYPING.find((key) => !sameIn(former, definition, key)) ?? 'type'}` : '/unique';
  const details = report.examples.map((example) => ({
    path,
    code: report.misfits > 0 ? 'misfit' : 'not_unique',
    message: `${example.title} (${example.id}): ${example.message}`,
  }));
  throw fail('conflict', message, { details });
}

/** Stores a definition and enqueues its effects. */
export async function store(
  { services, jobs }: SaveParts,
  { tx, request }: Save,
  {
    kind,
    before,
    after,
  }: { readonly kind: RegisteredKind; readonly before: FieldRow | null; readonly after: FieldRow },
): Promise<void> {
  const { id: workspaceId } = workspaceOf(request);
  const indexNow = hasIndex(after) ? customIndexName(definitionOf(after)) : null;
  const indexBefore = before && hasIndex(before) ? customIndexName(definitionOf(before)) : null;
  if (indexNow !== null && indexBefore === null && (await countIndexes(services, kind)) >= MAX_INDEXES)
    throw fail('quota_exceeded', `The instance has the maximum of ${MAX_INDEXES} indexes on fields of ${kind.id}.`);
  const { index_ready: _, ...row } = after;
  const values = { ...row, default: row.default === null ? null : JSON.stringify(row.default) };
  await tx.db
    .insertInto('field_definition')
    .values(values)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doUpdateSet(values))
    .execute();
  if (indexNow !== indexBefore) await enqueueIndex(jobs, tx, { row: after, createdBy: callerOf(request).user.id });
  const definition = definitionOf(after);
  if (isMirrored(definition) || (before && isMirrored(definitionOf(before))))
    await mirrorReferences(tx, { workspaceId, kind, definition, name: after.name });
  await raiseSchemaVersion(tx, workspaceId);
}

export function rowOf(
  { deleted: _, ...definition }: FieldDefinition,
  { request, at, createdAt }: { readonly request: Request; readonly at: Date; readonly createdAt: Date },
): FieldRow {
  return {
    ...definition,
    type: nameOfType(definition.type),
    options: definition.options === null ? null : [...definition.options],
    default: definition.default as FieldRow['default'],
    workspace_id: workspaceOf(request).id,
    index_job: null,
    created_by: callerOf(request).user.id,
    created_at: createdAt,
    updated_at: at,
    deleted_at: null,
    purge_job: null,
    index_ready: false,
  };
}
