import { sql, type Transaction as KyselyTransaction } from 'kysely';
import type { DatabaseSchema } from '../database/schema.js';
import type { ErrorDetail } from '../errors/cubit-error.js';
import { validationFailed } from '../errors/cubit-error.js';
import type { Registry } from '../registry/registry.js';
import type { WorkspaceSchema } from '../workspace/workspace-schema.js';
import type { HeldRecords } from './held-records.js';
import type { Reference } from './references.js';

interface ReferenceCheck {
  readonly db: KyselyTransaction<DatabaseSchema>;
  readonly registry: Registry;
  readonly schema: WorkspaceSchema;
  readonly workspaceId: string;
  /** What this transaction holds or made needs no look. */
  readonly held: Pick<HeldRecords, 'get'>;
}

export interface CheckedReference {
  readonly reference: Reference;
  readonly path: string;
}

/**
 * Every target must be a live record of the right kind in the same workspace: one query per kind. The targets are held against
 * deletion (not against change) until the transaction ends.
 */
export async function checkReferences(check: ReferenceCheck, wanted: readonly CheckedReference[]): Promise<void> {
  const open = wanted.filter(({ reference }) => !isHeld(check.held, reference));
  const byKind = Map.groupBy(open, ({ reference }) => reference.kind);
  const faults: ErrorDetail[] = [];
  for (const [kindId, group] of byKind) {
    const found = await liveTargets(check, kindId, group);
    for (const { reference, path } of group)
      if (!found.has(reference.id))
        faults.push({ path, code: 'unknown_reference', message: `There is no ${kindId} with the id ${reference.id}.` });
  }
  if (faults.length > 0) throw validationFailed(faults);
}

/** A ledger may write of a record that this very transaction put into the trash. */
function isHeld(held: ReferenceCheck['held'], { id, kind, field }: Reference): boolean {
  const record = held.get(id);
  return record?.kind === kind && (record.deleted_at === null || field.onDelete === 'keep');
}

async function liveTargets(
  { db, registry, schema, workspaceId }: ReferenceCheck,
  kindId: string,
  group: readonly CheckedReference[],
): Promise<ReadonlySet<string>> {
  const kind = schema.kinds.has(kindId) ? registry.kinds.get(kindId) : undefined;
  if (!kind) return new Set();
  const ids = [...new Set(group.map(({ reference }) => reference.id))];
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(kind.partition)}
    where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and id = any(${ids}::uuid[]) and deleted_at is null order by id for key share`.execute(
    db,
  );
  return new Set(rows.map((row) => row.id));
}

/** Users that fields name must be members of the workspace. */
export async function checkUsers(
  { db, workspaceId }: Pick<ReferenceCheck, 'db' | 'workspaceId'>,
  wanted: readonly { readonly userId: string; readonly path: string }[],
): Promise<void> {
  if (wanted.length === 0) return;
  const ids = [...new Set(wanted.map(({ userId }) => userId))];
  const rows = await db
    .selectFrom('member')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`user_id = any(${ids}::uuid[])`)
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
