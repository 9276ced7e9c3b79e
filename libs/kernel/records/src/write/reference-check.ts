import { sql } from 'kysely';
import { oneOf, type Transaction } from '@cubit/database';
import { type ErrorDetail, validationFailed } from '@cubit/core';
import type { Registry, WorkspaceSchema } from '@cubit/core/host';
import type { LockedRecords } from './locked-records.js';
import type { Reference } from '../read/references.js';

interface ReferenceCheck {
  readonly tx: Transaction;
  readonly registry: Registry;
  readonly schema: WorkspaceSchema;
  readonly workspaceId: string;
  /** Records that this transaction has locked or written are not read again. */
  readonly locked: Pick<LockedRecords, 'get'>;
}

export interface CheckedReference {
  readonly reference: Reference;
  readonly path: string;
}

/**
 * Checks that every target is a live record of the right kind in the same workspace: one query per kind. The targets are locked against
 * deletion (not against change) until the transaction ends.
 */
export async function checkReferences(check: ReferenceCheck, wanted: readonly CheckedReference[]): Promise<void> {
  const open = wanted.filter(({ reference }) => !isLocked(check.locked, reference));
  const byKind = Map.groupBy(open, ({ reference }) => reference.kind);
  const faults: ErrorDetail[] = [];
  for (const [kindId, group] of byKind) {
    const found = await liveTargets(check, kindId, group);
    const title = check.registry.kinds.get(kindId)?.definition.title[0].toLowerCase() ?? kindId;
    for (const { reference, path } of group)
      if (!found.has(reference.id))
        faults.push({ path, code: 'unknown_reference', message: `The ${title} does not exist.` });
  }
  if (faults.length > 0) throw validationFailed(faults);
}

/** A ledger may refer to a record that this transaction has moved to the trash. */
function isLocked(locked: ReferenceCheck['locked'], { id, kind, field }: Reference): boolean {
  const record = locked.get(id);
  return record?.kind === kind && (record.deleted_at === null || field.onDelete === 'keep');
}

async function liveTargets(
  { tx, registry, schema, workspaceId }: ReferenceCheck,
  kindId: string,
  group: readonly CheckedReference[],
): Promise<ReadonlySet<string>> {
  const kind = schema.kinds.has(kindId) ? registry.kinds.get(kindId) : undefined;
  if (!kind) return new Set();
  const ids = [...new Set(group.map(({ reference }) => reference.id))];
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(kind.partition)}
    where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and ${oneOf('id', ids, 'uuid')} and deleted_at is null order by id for key share`.execute(
    tx.db,
  );
  return new Set(rows.map((row) => row.id));
}

/** Checks that the users in fields are members of the workspace. */
export async function checkUsers(
  { tx, workspaceId }: Pick<ReferenceCheck, 'tx' | 'workspaceId'>,
  wanted: readonly { readonly userId: string; readonly path: string }[],
): Promise<void> {
  if (wanted.length === 0) return;
  const ids = [...new Set(wanted.map(({ userId }) => userId))];
  const rows = await tx.db
    .selectFrom('member')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where(oneOf('user_id', ids, 'uuid'))
    .execute();
  const members = new Set(rows.map((row) => row.user_id));
  const faults = wanted.filter(({ userId }) => !members.has(userId));
  if (faults.length > 0)
    throw validationFailed(
      faults.map(({ userId, path }) => ({
        path,
        code: 'unknown_reference',
        message: `There is no member with the id ${userId}.`,
      })),
    );
}
