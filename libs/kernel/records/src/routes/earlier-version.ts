import { sql } from 'kysely';
import type { AnyRecord, FieldValues, RecordShape } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import { type ErrorDetail, fail, validate, validationFailed } from '@cubit/core';
import { type ContentValues, PastContent, TAGS } from '../history/past-content.js';

/** The content of a record that was different at a version: the values at that time, null for absent ones. */
export interface EarlierContent {
  readonly fields: FieldValues;
  readonly tags: readonly string[] | null;
}

interface Entry {
  readonly version: number;
  readonly before: ContentValues | null;
}

/** Reverses the changes of a record one by one; `404` if the version does not exist or its changes were deleted. */
export async function earlierContent(
  tx: Transaction,
  record: AnyRecord,
  { workspaceId, version }: { readonly workspaceId: string; readonly version: number },
): Promise<EarlierContent> {
  const { rows } = await sql<Entry>`select version, before from record_change
    where workspace_id = ${workspaceId} and record_id = ${record.id} and version > ${version} order by version desc`.execute(
    tx.db,
  );
  // One entry for each later version: a gap means that the retention deleted entries.
  if (version > record.version || rows.length !== record.version - version)
    throw fail('not_found', `The version ${version} is not kept.`);
  return contentBefore(
    record,
    rows.map(({ before }) => before),
  );
}

/** The content of a record before changes, of which each is what it replaced; the newest change first. */
export function contentBefore(record: AnyRecord, changes: readonly (ContentValues | null)[]): EarlierContent {
  const content = new PastContent(record as AnyRecord & { readonly fields: FieldValues }, new Set());
  for (const before of changes) content.put(before);
  const changed = new Set(
    changes.flatMap((before) => Object.keys(before ?? {}).map((key) => key.replace(/(?!^)\/.*$/, ''))),
  );
  const fields = [...changed].filter((key) => !key.startsWith('/')).map((name) => [name, content.get(name)] as const);
  const tags = changed.has(TAGS) ? ((content.get(TAGS) as readonly string[] | null) ?? []) : null;
  return { fields: Object.fromEntries(fields), tags };
}

/**
 * The fields with the earlier values of those that clients can write. Computed fields stay, because they depend on
 * the present data.
 */
export function withEarlier(shape: RecordShape, before: FieldValues, earlier: FieldValues): FieldValues {
  const patch = Object.fromEntries(
    Object.entries(earlier).filter(([name]) => {
      const field = shape.fields.get(name);
      return field !== undefined && !field.readOnly && !field.fixed;
    }),
  );
  const merged = Object.fromEntries(Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null));
  const faults = Object.entries(patch).flatMap(([name, value]): readonly ErrorDetail[] => {
    const field = shape.fields.get(name);
    return field && value !== null ? validate(field.schema, value, `/fields/${name}`) : [];
  });
  // The kind may have changed since.
  const all = faults.length > 0 ? faults : validate(shape.patchSchema, patch, '/fields');
  if (all.length > 0) throw validationFailed(all);
  return merged;
}
