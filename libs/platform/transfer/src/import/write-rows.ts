import { type CubitError, type ErrorDetail, isCubitError, validationFailed } from '@cubit/core';
import type { Actor, AnyRecord, RecordShape, RegisteredKind, WorkspaceAccess } from '@cubit/core/host';
import type { CapabilityHost } from '@cubit/runtime';
import { inSavepoint, type Transaction } from '@cubit/database';
import { changedFields } from './check-row.js';
import { rowPrefix } from './row-draft.js';
import type { ResolvedRow } from './unique-rows.js';

const FIRST_OF_SERVER = 500;
const ROW_POINTER = /^\/rows\/(\d+)(?:\/|$)/;

export interface WriteContext {
  readonly host: CapabilityHost;
  readonly workspace: WorkspaceAccess;
  readonly actor: Actor;
  readonly kind: RegisteredKind;
  readonly shape: RecordShape;
}

/** Writes rows through the record service and returns the written ones. A refused row gets faults in its draft; the others are written. */
export async function writeRows(
  context: WriteContext,
  tx: Transaction,
  rows: readonly ResolvedRow[],
): Promise<readonly ResolvedRow[]> {
  if (rows.length === 0) return [];
  try {
    await inSavepoint(tx, (part) => writeAll(context, part, rows));
    return rows;
  } catch (error) {
    if (!isCubitError(error) || error.status >= FIRST_OF_SERVER) throw error;
    const refused = rowsNamed(error, rows);
    if (rows.length === 1 && rows[0]) refused.set(rows[0], detailsOf(error, rows[0]));
    for (const [{ draft }, faults] of refused) draft.faults.push(...faults);
    if (refused.size > 0)
      return writeRows(
        context,
        tx,
        rows.filter((row) => !refused.has(row)),
      );
    // The error does not name the row, so each half is tried on its own.
    const middle = Math.ceil(rows.length / 2);
    const first = await writeRows(context, tx, rows.slice(0, middle));
    return [...first, ...(await writeRows(context, tx, rows.slice(middle)))];
  }
}

async function writeAll(
  { host, workspace, actor, kind, shape }: WriteContext,
  tx: Transaction,
  rows: readonly ResolvedRow[],
) {
  const transaction = host.enter({ tx, workspace, actor });
  const { writer } = transaction;
  const about = ({ draft }: ResolvedRow) => ({ prefix: rowPrefix(draft.number) });
  const restores = rows.flatMap((row) =>
    row.target.operation === 'restore' ? [{ ...about(row), id: row.target.record.id }] : [],
  );
  if (restores.length > 0) await writer.restore(kind, restores);
  const creates = rows.flatMap((row) => {
    const { target, fields, draft } = row;
    if (target.operation !== 'create') return [];
    const id = target.id === null ? {} : { id: target.id };
    return [{ ...about(row), ...id, fields, ...(draft.tags ? { tags: draft.tags } : {}) }];
  });
  if (creates.length > 0) await writer.create(kind, creates, null);
  const updates = rows.flatMap((row) => {
    const { target, draft } = row;
    if (target.operation === 'create') return [];
    const change = (before: AnyRecord) => {
      const { fields, faults } = changedFields(shape, before, draft);
      if (faults.length > 0) throw validationFailed(faults);
      return fields;
    };
    return [{ ...about(row), id: target.record.id, change, ...(draft.tags ? { tags: draft.tags } : {}) }];
  });
  if (updates.length > 0) await writer.update(kind, updates, null);
}

/** The rows that the details of an error name, with their faults. */
function rowsNamed(error: CubitError, rows: readonly ResolvedRow[]): Map<ResolvedRow, ErrorDetail[]> {
  const byNumber = new Map(rows.map((row) => [row.draft.number, row]));
  const named = new Map<ResolvedRow, ErrorDetail[]>();
  for (const detail of error.details) {
    const row = byNumber.get(Number(ROW_POINTER.exec(detail.path)?.[1] ?? 0));
    if (row) named.set(row, [...(named.get(row) ?? []), detail]);
  }
  return named;
}

function detailsOf(error: CubitError, { draft }: ResolvedRow): ErrorDetail[] {
  const own = error.details.filter(({ path }) => ROW_POINTER.test(path));
  return own.length > 0 ? own : [{ path: rowPrefix(draft.number), code: error.code, message: error.message }];
}
