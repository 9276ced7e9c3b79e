import { sql } from 'kysely';
import type { ActionCall, WorkspaceTransaction } from '@cubit/records';
import type { AnyKind } from '@cubit/core/host';
import type { CheckedWire } from '../definition/check-wire.js';
import { targetNotFound } from './evaluate-wire.js';

/** The kind of the targets, from the wire or from the only kind that the action applies to; null if only a run can find it. */
export function knownKind({ targetKind, action }: CheckedWire): string | null {
  const kinds: readonly AnyKind[] | 'any' | 'workspace' = action.definition.appliesTo;
  const [only, ...others] = typeof kinds === 'string' ? [] : kinds;
  return targetKind ?? (others.length === 0 ? (only?.id ?? null) : null);
}

/** The target with its kind: from the wire, from the only kind that the action applies to, or from the database. Throws `404`. */
export async function findTarget(
  { tx, workspace }: WorkspaceTransaction,
  checked: CheckedWire,
  id: string,
): Promise<NonNullable<ActionCall['record']>> {
  const known = knownKind(checked);
  if (known !== null) return { kind: known, id };
  const kinds: readonly AnyKind[] | 'any' | 'workspace' = checked.action.definition.appliesTo;
  const possible = typeof kinds === 'string' ? [...workspace.schema.kinds.keys()] : kinds.map((kind) => kind.id);
  const { rows } = await sql<{ kind: string }>`select kind from record
    where workspace_id = ${workspace.id} and kind = any(${possible}) and id = ${id} and deleted_at is null`.execute(
    tx.db,
  );
  if (!rows[0]) throw targetNotFound(id);
  return { kind: rows[0].kind, id };
}
