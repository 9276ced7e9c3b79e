import { sql } from 'kysely';
import type { Transaction } from '@cubit/database';
import { FILE_TARGET } from './file-references.js';
import type { Registry } from '@cubit/core/host';

/** A reference that leads to no live record. */
export interface BrokenReference {
  readonly source_kind: string;
  readonly source_id: string;
  readonly field: string;
  readonly target_kind: string;
  readonly target_id: string;
}

/**
 * Some of the references of a workspace without a live target. The owner of files checks references to files. One
 * statement for each referenced kind.
 */
export async function brokenReferences(
  { db }: Pick<Transaction, 'db'>,
  {
    workspaceId,
    registry,
    limit,
  }: { readonly workspaceId: string; readonly registry: Registry; readonly limit: number },
): Promise<readonly BrokenReference[]> {
  const broken: BrokenReference[] = [];
  const { rows: targets } = await sql<{ kind: string }>`select distinct target_kind as kind from record_reference
    where workspace_id = ${workspaceId} and target_kind <> ${FILE_TARGET} order by 1`.execute(db);
  for (const { kind: id } of targets) {
    const kind = registry.kinds.get(id);
    if (!kind || broken.length >= limit) continue;
    const { rows } =
      await sql<BrokenReference>`select source_kind, source_id, field, target_kind, target_id from record_reference r
      where r.workspace_id = ${workspaceId} and r.target_kind = ${kind.id} and not exists (
        select from ${sql.table(kind.partition)} t
        where t.workspace_id = ${workspaceId} and t.kind = ${sql.lit(kind.id)} and t.id = r.target_id and t.deleted_at is null)
      limit ${limit - broken.length}`.execute(db);
    broken.push(...rows);
  }
  return broken;
}
